import { hkdfSync } from 'node:crypto';

/** Derives a key for one purpose from a secret (HKDF-SHA-256, RFC 5869), as base64url. Derived keys do not reveal each other. */
export function deriveKey(secret: string, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)).toString('base64url');
}
