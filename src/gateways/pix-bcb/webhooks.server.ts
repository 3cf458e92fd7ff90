import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RawWebhook } from '#src/domain/payments/index.ts';
import type { JsonValue } from '#src/kernel/json/json.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { openSignedWebhook } from '../signed-webhook.server.ts';
import type { PixCall } from './pix-client.server.ts';

/** Bytes of the address's secret part, of the 32 that the hash has. */
const secretLength = 32;

/**
 * The secret part of our webhook address. Banks call an address as it was registered and need not sign, so that beside
 * the bank's certificate this part authenticates its webhooks.
 */
export function secretPath(secret: string): string {
  return createHmac('sha256', secret).update('pix-notifications').digest('hex').slice(0, secretLength);
}

/** Registers our address for payments, mandates and their charges; each once, and again after a failure. */
export function createWebhookRegistrar(
  call: PixCall,
  key: string,
  secret: string,
): (notificationUrl: string) => Promise<void> {
  const registered = new Set<string>();
  return async function announce(notificationUrl) {
    const webhookUrl = `${notificationUrl}/${secretPath(secret)}`;
    for (const path of [`/v2/webhook/${encodeURIComponent(key)}`, '/v2/webhookrec', '/v2/webhookcobr']) {
      const mark = `${path} ${webhookUrl}`;
      if (registered.has(mark)) continue;
      registered.add(mark);
      const answer = await call({ method: 'PUT', path, json: { webhookUrl } });
      if (answer.kind !== 'status' || answer.status >= 300) registered.delete(mark);
    }
  };
}

type Refusal = 'bad-signature' | 'stale' | 'malformed';

/**
 * Reads a webhook. The norm has no signature: a bank is authenticated by its certificate and the secret address. With
 * `keys`, webhooks must be signed besides.
 */
export function openMessage(raw: RawWebhook, keys: readonly string[], secret: string): Result<JsonValue, Refusal> {
  if (keys.length === 0) return isSecretPath(raw.path, secret) ? readJson(raw.body) : err('bad-signature');
  return openSignedWebhook(raw, { timestampHeader: 'x-pix-timestamp', signatureHeader: 'x-pix-signature', keys });
}

function isSecretPath(path: string | undefined, secret: string): boolean {
  const expected = Buffer.from(secretPath(secret));
  return (path ?? '').split('/').some((part) => {
    const given = Buffer.from(part);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function readJson(body: Buffer): Result<JsonValue, Refusal> {
  try {
    const value: JsonValue = JSON.parse(body.toString('utf8'));
    return ok(value);
  } catch {
    return err('malformed');
  }
}
