import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** A public key (Ed25519) in the form of a key set (RFC 8037). */
export interface PublicSigningKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  /** 32 bytes, base64url. */
  readonly x: string;
  /** Its thumbprint (RFC 7638, SHA-256, base64url). */
  readonly kid: string;
}

/** The product's signing key. */
export interface SigningKey {
  readonly publicKey: PublicSigningKey;
  /** The current public key first, then the earlier ones. */
  readonly publicKeys: readonly PublicSigningKey[];
  /** Signature as base64url. */
  sign(text: string): string;
}

/** Prefix of a seed of 32 bytes in a private Ed25519 key (RFC 8410, PKCS 8). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const seedShape = /^[\w-]{42}[AEIMQUYcgkosw048]$/;

/** Whether a text is 32 bytes as base64url without padding: a seed, or a public key. */
export function isKeyText(text: string): boolean {
  return seedShape.test(text);
}

/** The key of a seed: 32 random bytes as base64url. `old`: public keys of earlier seeds. */
export function signingKey(seed: string, old: readonly string[] = []): SigningKey {
  if (!isKeyText(seed)) throw new TypeError('A signing key is 32 bytes as base64url');
  const der = Buffer.concat([pkcs8, Buffer.from(seed, 'base64url')]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  const publicKey = publicSigningKey(x);
  return {
    publicKey,
    publicKeys: [publicKey, ...old.map(publicSigningKey)],
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64url'),
  };
}

/** A public key by its 32 bytes, base64url. */
export function publicSigningKey(x: string): PublicSigningKey {
  // The members required by RFC 8037, in their order.
  const thumbprint = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`);
  return { kty: 'OKP', crv: 'Ed25519', x, kid: thumbprint.digest('base64url') };
}

/** Whether a signature over a text is valid for a key. */
export function isSignedBy(key: Pick<PublicSigningKey, 'x'>, text: string, signature: string): boolean {
  if (!isKeyText(key.x) || !/^[\w-]{86}$/.test(signature)) return false;
  const bytes = Buffer.from(signature, 'base64url');
  // The last character has four unused bits: only one spelling is accepted.
  if (bytes.toString('base64url') !== signature) return false;
  return verify(null, Buffer.from(text), toKeyObject(key.x), bytes);
}

function toKeyObject(x: string): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}
