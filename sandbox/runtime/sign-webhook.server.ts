import { createHmac } from 'node:crypto';
import { findFault, type FaultRule } from '../faults/faults.server.ts';
import type { NotificationKeys } from './contracts.ts';

/** Headers that authenticate a company's webhook, with this key at this time. */
export type SignWebhook = (
  key: string,
  message: { readonly url: string; readonly body: Buffer; readonly time: Date },
) => Readonly<Record<string, string>>;

/** How one company signs, and its keys. */
export interface WebhookSigning {
  readonly keys: NotificationKeys;
  readonly sign: SignWebhook;
}

/** Signs time and body with HMAC-SHA256 in the headers `<prefix>-timestamp` and `<prefix>-signature`. */
export function hmacSignature(prefix: string): SignWebhook {
  return (key, { body, time }) => {
    const timestamp = String(Math.floor(time.getTime() / 1000));
    const mac = createHmac('sha256', key).update(`${timestamp}.`).update(body).digest('hex');
    return { [`${prefix}-timestamp`]: timestamp, [`${prefix}-signature`]: `v1=${mac}` };
  };
}

/** The headers of one webhook with the current key, or as the fault rules require. */
export function webhookHeaders(
  { keys, sign }: WebhookSigning,
  message: { readonly url: string; readonly body: Buffer; readonly now: Date },
  rules: readonly FaultRule[],
): Readonly<Record<string, string>> {
  const shift = findFault(rules, 'stale-timestamp') ? -3_600 : findFault(rules, 'future-timestamp') ? 3_600 : 0;
  const today = findFault(rules, 'old-key') ? (keys[1] ?? `${keys[0]}-before`) : keys[0];
  const key = findFault(rules, 'bad-signature') ? `${today}-forged` : today;
  const { url, body, now } = message;
  return sign(key, { url, body, time: new Date(now.getTime() + shift * 1000) });
}
