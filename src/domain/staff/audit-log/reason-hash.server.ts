import { createHash } from 'node:crypto';

/** SHA-256 of a reason over its salt, hex. It stands in the sealed entry in place of the words, which an erasure empties. */
export function reasonHash({ salt, text }: { readonly salt: string; readonly text: string }): string {
  return createHash('sha256').update(`${salt}\n${text}`).digest('hex');
}
