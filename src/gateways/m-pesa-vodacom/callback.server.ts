import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { WebhookReading, RawWebhook } from '#src/domain/payments/index.ts';
import { createHttpClient } from '#src/kernel/http/client/http-client.server.ts';
import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import { openSignedWebhook } from '../signed-webhook.server.ts';
import { callbackAccepted } from './open-api.facts.ts';
import { attemptOfReference } from './references.ts';

/** Characters that a column can store: unauthenticated calls may contain any. */
const printable = /^[\x20-\x7e]+$/;

/** The operator's callback; our own long calls report in the same form when they end. */
const callbackSchema = z.object({
  input_OriginalConversationID: z.string().max(100).optional(),
  input_ThirdPartyReference: z.string().min(1).max(100).regex(printable),
  input_TransactionID: z.string().max(60).optional(),
  input_ResultCode: z.string().max(20).regex(printable),
});
export type Callback = z.infer<typeof callbackSchema>;

export interface CallbackRules {
  /** Keys of our own reports. */
  readonly keys: readonly string[];
  /** Whether the operator calls back: then a call without a signature is accepted as a hint. */
  readonly takesUnsigned: boolean;
}

/** A payment's reference is 128 random bits that only we and the operator have: a forged hint finds nothing. */
export function readCallbackMessage(raw: RawWebhook, rules: CallbackRules): WebhookReading {
  const isSigned = raw.headers['x-m-pesa-signature'] !== undefined || !rules.takesUnsigned;
  const opened = isSigned
    ? openSignedWebhook(raw, {
        timestampHeader: 'x-m-pesa-timestamp',
        signatureHeader: 'x-m-pesa-signature',
        keys: rules.keys,
      })
    : plain(raw.body);
  if (!opened.ok) return { kind: 'refused', reason: opened.error };
  const callback = readCallback(opened.value);
  if (!callback) return { kind: 'refused', reason: 'malformed' };
  const { input_ThirdPartyReference: reference, input_ResultCode: code } = callback;
  const attemptId = attemptOfReference(reference);
  return {
    kind: 'hints',
    hints: [{ eventId: `${reference}:${code}`, reference, ...(attemptId === null ? {} : { attemptId }) }],
    acknowledgement: acknowledge(callback),
    ...(isSigned ? {} : { isUnverified: true }),
  };
}

export function readCallback(json: JsonValue): Callback | null {
  return callbackSchema.safeParse(json).data ?? null;
}

/** The answer that the operator expects. */
export function acknowledge(callback: Callback): JsonObject {
  return {
    output_OriginalConversationID: callback.input_OriginalConversationID ?? '',
    output_ResponseDesc: callbackAccepted.text,
    output_ResponseCode: callbackAccepted.code,
    output_ThirdPartyConversationID: callback.input_ThirdPartyReference,
  };
}

/** Reports to our own address that a long call has ended. `find` makes up for a lost report. */
export async function reportEnd(
  url: string,
  reference: string,
  code: string,
  key: string,
  clock: Clock,
): Promise<void> {
  const { origin, pathname } = new URL(url);
  const body = { input_ThirdPartyReference: reference, input_ResultCode: code };
  const timestamp = String(Math.floor(clock.now().getTime() / 1000));
  const mac = createHmac('sha256', key).update(`${timestamp}.`).update(JSON.stringify(body)).digest('hex');
  const client = createHttpClient({ baseUrl: origin, budgetMs: 5_000 });
  const headers = { 'x-m-pesa-timestamp': timestamp, 'x-m-pesa-signature': `v1=${mac}` };
  await client.call({ method: 'POST', path: pathname, json: body, headers });
  client.close();
}

function plain(body: Buffer): ReturnType<typeof openSignedWebhook> {
  try {
    return { ok: true, value: JSON.parse(body.toString('utf8')) };
  } catch {
    return { ok: false, error: 'malformed' };
  }
}
