/** The gateway's public key from `/keys` (RFC 7517; RSA members are base64url). */
export interface CardEncryptionKey {
  readonly kid: string;
  readonly kty: 'RSA';
  readonly n: string;
  readonly e: string;
}

/** Encrypted content for the gateway. `iat`: seconds since 1970 UTC by the server's clock; `jti` makes it one-use. */
export interface SecretCard {
  /** 14 to 16 digits. */
  readonly number: string;
  readonly holder: string;
  /** 1 to 12. */
  readonly expiryMonth: number;
  /** Four digits, e.g. 2028. */
  readonly expiryYear: number;
  readonly securityCode: string;
  readonly iat: number;
  readonly jti: string;
}

/** Encrypted content for a saved card: the security code only. */
export type SecretCode = Pick<SecretCard, 'securityCode' | 'iat' | 'jti'>;

/** Bytes as base64url (RFC 4648, 5) without padding. */
export function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** A new one-use id of 128 random bits. */
export function oneUseId(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(16)));
}

/**
 * Encrypts a card as a compact JWE (RFC 7516): RSA-OAEP-256 for the content key, A256GCM for the content (RFC 7518,
 * 4.3 and 5.3). Written on WebCrypto, since a JOSE library would weigh more than the whole page's own code.
 */
export async function encryptCard(card: SecretCard | SecretCode, key: CardEncryptionKey): Promise<string> {
  const utf8 = new TextEncoder();
  const { kid, kty, n, e } = key;
  const header = base64url(utf8.encode(JSON.stringify({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid, cty: 'json' })));
  const publicKey = await crypto.subtle.importKey('jwk', { kty, n, e }, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, [
    'encrypt',
  ]);
  const contentKey = crypto.getRandomValues(new Uint8Array(32));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const aes = await crypto.subtle.importKey('raw', contentKey, 'AES-GCM', false, ['encrypt']);
  const [wrapped, encrypted] = await Promise.all([
    crypto.subtle.encrypt({ name: 'RSA-OAEP' }, publicKey, contentKey),
    crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: utf8.encode(header) },
      aes,
      utf8.encode(JSON.stringify(card)),
    ),
  ]);
  contentKey.fill(0);
  const body = new Uint8Array(encrypted);
  const tagAt = body.length - 16;
  return [
    header,
    base64url(new Uint8Array(wrapped)),
    base64url(iv),
    base64url(body.slice(0, tagAt)),
    base64url(body.slice(tagAt)),
  ].join('.');
}
