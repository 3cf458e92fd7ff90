import { Webhook } from 'standardwebhooks';

/**
 * The headers of one try (Standard Webhooks 1.0.0): the id stays, time and signatures are of the try. While a secret is
 * being rotated, both secrets sign and either signature is enough.
 */
export function signWebhook(
  id: string,
  body: string,
  at: Date,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}
