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

/** A 128-bit random id (22 characters of base64url after the prefix): it cannot be guessed from its neighbours. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomBytes(16).toString('base64url')}`;
}

/** A secret for a link or cookie: 256 random bits as base64url. Only its hash is stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 of a secret or text as hex; what the database keeps instead of the secret. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
