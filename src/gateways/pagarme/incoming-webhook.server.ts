import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { WebhookReading, RawWebhook } from '#src/domain/payments/index.ts';
import { chargeEvents } from './unverified.ts';

const hookSchema = z.object({
  id: z.string().min(1).max(100),
  type: z.string().max(60),
  data: z.object({ id: z.string().min(1).max(100), code: z.string().max(64).nullish(), payment_method: z.string() }),
});
const anyHookSchema = z.object({ id: z.string(), type: z.string() });

/**
 * A webhook carries user and password (HTTP Basic) and neither signature nor time, so that it can be replayed: nothing
 * of it is believed, and the charge is read. Webhooks about other methods are no hint.
 */
export function readHook(
  raw: RawWebhook,
  credentials: { readonly user: string; readonly passwords: readonly string[] },
  method: 'credit_card' | 'boleto',
): WebhookReading {
  const given = Buffer.from(raw.headers['authorization'] ?? '');
  const isKnown = credentials.passwords.some((password) => {
    const expected = Buffer.from(`Basic ${Buffer.from(`${credentials.user}:${password}`).toString('base64')}`);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isKnown) return { kind: 'refused', reason: 'bad-signature' };
  const json = jsonIn(raw.body);
  const any = anyHookSchema.safeParse(json);
  if (!any.success) return { kind: 'refused', reason: 'malformed' };
  if (!chargeEvents.test(any.data.type)) return { kind: 'hints', hints: [] };
  const hook = hookSchema.safeParse(json);
  if (!hook.success) return { kind: 'refused', reason: 'malformed' };
  const { id, data } = hook.data;
  if (data.payment_method !== method) return { kind: 'hints', hints: [] };
  return {
    kind: 'hints',
    hints: [{ eventId: id, reference: data.id, ...(data.code ? { attemptId: data.code } : {}) }],
  };
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
