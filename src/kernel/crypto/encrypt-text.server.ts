import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts bytes for the database (AES-256-GCM). `key`: 32 bytes as base64url, from `deriveKey`. */
export function encryptBytes(key: string, plain: Uint8Array): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, Buffer.from(key, 'base64url'), iv, { authTagLength: tagBytes });
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
}

/** Decrypts bytes; null when they were encrypted with another key or changed since. */
export function decryptBytes(key: string, bytes: Buffer): Buffer | null {
  if (bytes.length < ivBytes + tagBytes) return null;
  const iv = bytes.subarray(0, ivBytes);
  const decipher = createDecipheriv(algorithm, Buffer.from(key, 'base64url'), iv, { authTagLength: tagBytes });
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
  } catch {
    return null;
  }
}

/** Encrypts a text for the database (AES-256-GCM, base64url). `key`: 32 bytes as base64url, from `deriveKey`. */
export function encryptText(key: string, text: string): string {
  return encryptBytes(key, Buffer.from(text, 'utf8')).toString('base64url');
}

/** Decrypts a text; null when it was encrypted with another key or changed since. */
export function decryptText(key: string, encrypted: string): string | null {
  return decryptBytes(key, Buffer.from(encrypted, 'base64url'))?.toString('utf8') ?? null;
}
