import { createHash, createHmac, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { NotificationKeys } from '../accounts.server.ts';
import { type Notifier, findFault, type FaultRule } from '../faults/faults.server.ts';

/** Who signs nothing: its messages carry user and password (HTTP Basic), as Pagar.me's do. */
type WithoutSignature = 'pagarme';
const isUnsigned = (from: Notifier): from is WithoutSignature => from === 'pagarme';
type Signer = Exclude<Notifier, WithoutSignature>;

/** Names of the signature headers, by company. */
export const signatureHeaders: Readonly<Record<Signer, { readonly timestamp: string; readonly signature: string }>> = {
  acquirer: { timestamp: 'x-acquirer-timestamp', signature: 'x-acquirer-signature' },
  'pix-bank': { timestamp: 'x-pix-timestamp', signature: 'x-pix-signature' },
  'slip-bank': { timestamp: 'x-slip-timestamp', signature: 'x-slip-signature' },
  culqi: { timestamp: 'x-culqi-timestamp', signature: 'x-culqi-signature' },
  nupay: { timestamp: 'x-spin-timestamp', signature: 'x-spin-signature' },
};

/** Who signs with a pair of keys, in the manner of NuPay: method, path, time and body (Ed25519, base64). */
const withKeyPair: ReadonlySet<Signer> = new Set(['nupay']);

/** The headers of one message, by the key of today, or as the weather wants it. */
export function signWebhook(
  from: Notifier,
  message: { readonly url: string; readonly body: Buffer; readonly now: Date },
  keys: NotificationKeys,
  rules: readonly FaultRule[],
): Record<string, string> {
  const shift = findFault(rules, 'stale-timestamp') ? -3_600 : findFault(rules, 'future-timestamp') ? 3_600 : 0;
  const time = new Date(message.now.getTime() + shift * 1000);
  const today = findFault(rules, 'old-key') ? (keys[1] ?? `${keys[0]}-before`) : keys[0];
  const key = findFault(rules, 'bad-signature') ? `${today}-forged` : today;
  if (isUnsigned(from)) return { authorization: `Basic ${Buffer.from(key).toString('base64')}` };
  const names = signatureHeaders[from];
  if (withKeyPair.has(from)) {
    const timestamp = time.toISOString();
    const text = Buffer.from(`POST${new URL(message.url).pathname}${timestamp}`);
    const signature = sign(null, Buffer.concat([text, message.body]), signingKey(key)).toString('base64');
    return { [names.timestamp]: timestamp, [names.signature]: signature };
  }
  const timestamp = String(Math.floor(time.getTime() / 1000));
  const mac = createHmac('sha256', key).update(`${timestamp}.`).update(message.body).digest('hex');
  return { [names.timestamp]: timestamp, [names.signature]: `v1=${mac}` };
}

/** What stands before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The same secret always makes the same pair. */
function signingKey(secret: string): KeyObject {
  const seed = createHash('sha256').update(secret).digest();
  return createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' });
}

/** The public half as such a company publishes it: its 32 bytes in base64. */
export function publicSigningKey(secret: string): string {
  const der = createPublicKey(signingKey(secret)).export({ format: 'der', type: 'spki' });
  return der.subarray(-32).toString('base64');
}
