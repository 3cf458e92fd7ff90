import type { JsonObject } from '#src/kernel/json/json.ts';
import type { InPersonContext } from './context.server.ts';
import { keyedHashesOf, decryptLongTerm, encryptLongTerm } from '../long-term-encryption.server.ts';
import type { Proof } from './read-proof.ts';

type EncryptionConfig = Pick<InPersonContext, 'config'>;

const purpose = 'accounts on paper orders to a bank';

/** A proof as it is stored. */
export interface StoredProof {
  readonly proof: JsonObject;
  readonly key: string;
  /** Every key under which the same proof may be stored already, also by earlier secrets. */
  readonly keys: readonly string[];
}

/** Encrypts the account in a proof; the proof is recognized by a keyed hash. */
export function encryptProof({ config }: EncryptionConfig, { kept, secret, key }: Proof): StoredProof {
  const names = Object.entries(secret);
  const hashes = names.length === 0 ? [] : keyedHashesOf(config, 'papers that were taken', key);
  const keys = [...hashes.map((hash) => `${key.slice(0, key.indexOf('/'))}/${hash}`), key];
  if (names.length === 0) return { proof: kept, key, keys };
  const sealed = Object.fromEntries(names.map(([name, text]) => [name, encryptLongTerm(config, purpose, text)]));
  return { proof: { ...kept, sealed }, key: keys[0] ?? key, keys };
}

/** A stored proof in clear, for staff of its unit only. Values that no encryption key opens any more are left out. */
export function decryptProof({ config }: EncryptionConfig, { sealed, ...kept }: JsonObject): JsonObject {
  if (typeof sealed !== 'object' || sealed === null || Array.isArray(sealed)) return kept;
  const opened = Object.entries(sealed as JsonObject).flatMap(([name, text]) => {
    const clear = typeof text === 'string' ? decryptLongTerm(config, purpose, text) : null;
    return clear === null ? [] : [[name, clear] as const];
  });
  return { ...kept, ...Object.fromEntries(opened) };
}
