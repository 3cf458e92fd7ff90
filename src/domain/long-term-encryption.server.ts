import { createHmac } from 'node:crypto';
import { deriveKey } from '#src/kernel/crypto/derive-key.server.ts';
import { encryptText, decryptText } from '#src/kernel/crypto/encrypt-text.server.ts';
import type { DomainConfig } from './base-context.server.ts';

/** Of a configuration what seals: without keys of their own the seals are made of the one for codes. */
export type EncryptionKeys = Pick<DomainConfig, 'codeKey' | 'encryptionKeys'>;

const keysOf = ({ codeKey, encryptionKeys }: EncryptionKeys): readonly string[] => encryptionKeys ?? [codeKey];

/** Seals a text that is kept for longer than a purchase. `purpose` names what it is: no other opens it. */
export function encryptLongTerm(encryptionKeys: EncryptionKeys, purpose: string, text: string): string {
  const [key] = keysOf(encryptionKeys);
  if (key === undefined) throw new Error('There is no key to seal with');
  return encryptText(deriveKey(key, purpose), text);
}

/** The text of such a seal, by the key of today or one of before; null when none opens it. */
export function decryptLongTerm(encryptionKeys: EncryptionKeys, purpose: string, sealed: string): string | null {
  for (const key of keysOf(encryptionKeys)) {
    const text = decryptText(deriveKey(key, purpose), sealed);
    if (text !== null) return text;
  }
  return null;
}

/** Keyed hashes by which a text is known again, as long as its seals are opened: the first is written down. */
export function keyedHashesOf(encryptionKeys: EncryptionKeys, purpose: string, text: string): readonly string[] {
  return keysOf(encryptionKeys).map((key) => createHmac('sha256', deriveKey(key, purpose)).update(text).digest('hex'));
}
