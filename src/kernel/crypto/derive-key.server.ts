import { hkdfSync } from 'node:crypto';

/** A key of its own for one purpose out of a secret (HKDF-SHA-256, RFC 5869), as base64url: none tells of another. */
export function deriveKey(secret: string, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)).toString('base64url');
}
