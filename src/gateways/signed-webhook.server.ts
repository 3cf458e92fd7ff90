import { createHmac, timingSafeEqual } from 'node:crypto';
import type { JsonValue } from '#src/kernel/json/json.ts';
import type { RawWebhook } from '#src/domain/payments/index.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';

/** How a company signs its messages. */
export interface SignatureRules {
  /** Header with the time of signing, in seconds since 1970. */
  readonly timestampHeader: string;
  /** Header with `v1=` and the HMAC-SHA256 of `timestamp.body`, in hex; several may stand with commas between them. */
  readonly signatureHeader: string;
  /** Accepted keys, the newest first: two of them during a key change. */
  readonly keys: readonly string[];
}

export type WebhookRejection = 'bad-signature' | 'stale' | 'malformed';

/** How far a message's time may be from ours, to either side. */
const windowSeconds = 300;

/** Splits a setting into keys: during a key change it holds two, the new one first, with a comma between them. */
export function notificationKeys(setting: string): readonly string[] {
  return setting.split(',').filter((key) => key !== '');
}

/**
 * Checks a webhook on its exact bytes and reads its JSON. The signature is compared in constant time, and before the
 * time is checked, so that a forger learns nothing.
 */
export function openSignedWebhook(raw: RawWebhook, rules: SignatureRules): Result<JsonValue, WebhookRejection> {
  const timestamp = raw.headers[rules.timestampHeader] ?? '';
  const signatures = (raw.headers[rules.signatureHeader] ?? '').split(',').map((part) => part.trim());
  if (!/^\d{1,12}$/.test(timestamp)) return err('bad-signature');
  const isSigned = rules.keys.some((key) => {
    const expected = Buffer.from(
      `v1=${createHmac('sha256', key).update(`${timestamp}.`).update(raw.body).digest('hex')}`,
    );
    return signatures.some((signature) => matches(Buffer.from(signature), expected));
  });
  if (!isSigned) return err('bad-signature');
  if (Math.abs(raw.receivedAt.getTime() / 1000 - Number(timestamp)) > windowSeconds) return err('stale');
  const body = parse(raw.body);
  return body === undefined ? err('malformed') : ok(body);
}

function matches(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function parse(body: Buffer): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(body.toString('utf8'));
    return value;
  } catch {
    return undefined;
  }
}
