import { createHash, randomBytes } from 'node:crypto';

/** What an id names; the prefix is part of the id so that a log line explains itself. */
export type IdPrefix =
  | 'ses'
  | 'led'
  | 'quo'
  | 'ord'
  | 'ten'
  | 'att'
  | 'acc'
  | 'msg'
  | 'ntf'
  | 'brk'
  | 'con'
  | 'ref'
  | 'dis'
  | 'cod'
  | 'inv'
  | 'rec'
  | 'sub';

/** Asking the system for 16 bytes costs as much as asking for 4,096: a purchase needs some twenty ids. */
const idBytes = 16;
let drawn: Buffer = Buffer.alloc(0);
let used = 0;

/** A 128-bit random id (22 characters of base64url after the prefix): it cannot be guessed from its neighbours. */
export function newId(prefix: IdPrefix): string {
  if (used + idBytes > drawn.length) [drawn, used] = [randomBytes(256 * idBytes), 0];
  used += idBytes;
  return `${prefix}_${drawn.toString('base64url', used - idBytes, used)}`;
}

/** A secret for a link or cookie: 256 random bits as base64url. Only its hash is stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 of a secret or text as hex; what the database keeps instead of the secret. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
