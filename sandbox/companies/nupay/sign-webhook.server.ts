import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import type { SignWebhook } from '../../runtime/sign-webhook.server.ts';

/** NuPay signs method, path, time and body with a key pair (Ed25519, base64). */
export const signWithKeyPair: SignWebhook = (key, { url, body, time }) => {
  const timestamp = time.toISOString();
  const text = Buffer.from(`POST${new URL(url).pathname}${timestamp}`);
  const signature = sign(null, Buffer.concat([text, body]), signingKey(key)).toString('base64');
  return { 'x-spin-timestamp': timestamp, 'x-spin-signature': signature };
};

/** The bytes before the 32 of an Ed25519 private key in PKCS #8 (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key pair is derived from the secret. */
function signingKey(secret: string): KeyObject {
  const seed = createHash('sha256').update(secret).digest();
  return createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' });
}
