import type { Db } from '../../base-context.server.ts';
import { keyedHashesOf, type EncryptionKeys } from '../../long-term-encryption.server.ts';
import { storedInstrumentKeys } from './card-attempt.repository.server.ts';

/** Begins the keys of instruments that others may look like: their attempts are counted together, but none blocks another. */
const sharedPrefix = '~';

/** An instrument as its gateway identifies it. `isShared`: the fingerprint may be of several instruments. */
interface FingerprintedInstrument {
  readonly fingerprint: string;
  readonly isShared?: boolean;
}

/**
 * The keyed hashes of an instrument's fingerprint, by today's key first and then by each earlier one, so that after a key
 * rotation the declines that a scheme counts are still found. The tables hold these hashes only; the prefix tells a shared one.
 */
function instrumentKeys(
  encryptionKeys: EncryptionKeys,
  gateway: string,
  { fingerprint, isShared }: FingerprintedInstrument,
): readonly string[] {
  const hashes = keyedHashesOf(
    encryptionKeys,
    'fingerprints of means of payment',
    JSON.stringify([gateway, fingerprint]),
  );
  return isShared ? hashes.map((hash) => `${sharedPrefix}${hash}`) : hashes;
}

/**
 * The key under which an instrument's attempts are counted: the stored one, also where an earlier secret made it, else the hash
 * by today's secret.
 */
export async function instrumentKey(
  db: Db,
  encryptionKeys: EncryptionKeys,
  gateway: string,
  instrument: FingerprintedInstrument,
): Promise<string> {
  const [current, ...earlier] = instrumentKeys(encryptionKeys, gateway, instrument);
  if (current === undefined) throw new Error('There is no key to hash an instrument with');
  if (earlier.length === 0) return current;
  const known = await storedInstrumentKeys(db, earlier);
  return earlier.find((key) => known.has(key)) ?? current;
}

/** Whether several buyers' instruments may be counted under this key. */
export function isSharedInstrumentKey(key: string): boolean {
  return key.startsWith(sharedPrefix);
}

/**
 * The name of an instrument where a stranger's must not count against its owner: an instrument that others may look like is
 * named together with its expiry (MM/AA).
 */
export function privateInstrumentKey(key: string, expiry: string): string {
  return isSharedInstrumentKey(key) ? `${key} ${expiry}` : key;
}
