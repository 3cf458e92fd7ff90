import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';

export const codeLength = 6;

/** Six digits, each as likely as any other. */
export function newCode(): string {
  return String(randomInt(10 ** codeLength)).padStart(codeLength, '0');
}

/** Keyed hash of a short or personal text, which cannot be guessed without the key (HMAC-SHA-256, hex). */
export function keyedHash(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

/** Whether a code is the one behind a hash, in the same time whatever it is. */
export function isCode(key: string, id: string, code: string, hash: string): boolean {
  const given = Buffer.from(keyedHash(key, `${id}/${code}`));
  const wanted = Buffer.from(hash);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
