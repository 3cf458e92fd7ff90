import { createHash, randomBytes } from 'node:crypto';

/** The kinds of ids; the prefix is part of the id so that a log line explains itself. */
export type IdPrefix =
  | 'ses'
  | 'rcr'
  | 'led'
  | 'quo'
  | 'ord'
  | 'ten'
  | 'att'
  | 'acc'
  | 'msg'
  | 'ntf'
  | 'brk'
  | 'pch'
  | 'con'
  | 'ref'
  | 'rfp'
  | 'dis'
  | 'cod'
  | 'inv'
  | 'rec'
  | 'sub'
  | 'ntc'
  | 'clm'
  | 'mov'
  | 'pmp'
  | 'abd'
  | 'rsm'
  | 'per'
  | 'cof'
  | 'pag'
  | 'ers'
  | 'ctr'
  | 'cta'
  | 'fis'
  | 'dre'
  | 'stf'
  | 'sgr'
  | 'sse'
  | 'apr'
  | 'exp'
  | 'prc'
  | 'vie';

/** Asking the system for 16 bytes costs as much as asking for 4,096, and a purchase needs some thirty draws. */
const drawBytes = 4096;
let drawn: Buffer = Buffer.alloc(0);
let used = 0;

/** Random bytes as base64url. Used bytes are wiped from the buffer: the process keeps no second copy of a secret. */
export function randomText(bytes: number): string {
  if (used + bytes > drawn.length) [drawn, used] = [randomBytes(Math.max(drawBytes, bytes)), 0];
  const text = drawn.toString('base64url', used, used + bytes);
  drawn.fill(0, used, used + bytes);
  used += bytes;
  return text;
}

/** A 128-bit random id (22 characters of base64url after the prefix): it cannot be guessed from other ids. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomText(16)}`;
}

/** A secret for a link or cookie: 256 random bits as base64url. Only its hash is stored. */
export function newSecret(): string {
  return randomText(32);
}

/** SHA-256 of a secret or text as hex; stored in the database instead of the secret. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
