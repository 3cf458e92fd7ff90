import { createHmac } from 'node:crypto';
import { deriveKey } from '#src/kernel/crypto/derive-key.server.ts';
import { decryptBytes, decryptText, encryptBytes, encryptText } from '#src/kernel/crypto/encrypt-text.server.ts';
import type { DomainConfig } from './base-context.server.ts';

/** The keys of a configuration: without `encryptionKeys` the `codeKey` is used. */
export type EncryptionKeys = Pick<DomainConfig, 'codeKey' | 'encryptionKeys'>;

const keysOf = ({ codeKey, encryptionKeys }: EncryptionKeys): readonly string[] => encryptionKeys ?? [codeKey];

/** Encrypts a text that is stored for longer than a purchase. Only the same `purpose` decrypts it. */
export function encryptLongTerm(encryptionKeys: EncryptionKeys, purpose: string, text: string): string {
  const [key] = keysOf(encryptionKeys);
  if (key === undefined) throw new Error('There is no key to encrypt with');
  return encryptText(deriveKey(key, purpose), text);
}

/** Decrypts such a text by today's key or an earlier one; null when none does. */
export function decryptLongTerm(encryptionKeys: EncryptionKeys, purpose: string, encrypted: string): string | null {
  for (const key of keysOf(encryptionKeys)) {
    const text = decryptText(deriveKey(key, purpose), encrypted);
    if (text !== null) return text;
  }
  return null;
}

/** The same for bytes, such as a chunk of a file. */
export function encryptLongTermBytes(encryptionKeys: EncryptionKeys, purpose: string, plain: Uint8Array): Buffer {
  const [key] = keysOf(encryptionKeys);
  if (key === undefined) throw new Error('There is no key to encrypt with');
  return encryptBytes(deriveKey(key, purpose), plain);
}

/** Decrypts such bytes by today's key or an earlier one; null when none does. */
export function decryptLongTermBytes(encryptionKeys: EncryptionKeys, purpose: string, bytes: Buffer): Buffer | null {
  for (const key of keysOf(encryptionKeys)) {
    const plain = decryptBytes(deriveKey(key, purpose), bytes);
    if (plain !== null) return plain;
  }
  return null;
}

/** Keyed hashes of a text, one per key, for comparison: the first is stored. */
export function keyedHashesOf(encryptionKeys: EncryptionKeys, purpose: string, text: string): readonly string[] {
  return keysOf(encryptionKeys).map((key) => createHmac('sha256', deriveKey(key, purpose)).update(text).digest('hex'));
}

/** Keyed hashes for many texts, one function per key, the current key's first: each key is derived once. */
export function keyedHashersOf(encryptionKeys: EncryptionKeys, purpose: string): readonly ((text: string) => Buffer)[] {
  return keysOf(encryptionKeys).map((key) => {
    const derived = deriveKey(key, purpose);
    return (text) => createHmac('sha256', derived).update(text).digest();
  });
}
