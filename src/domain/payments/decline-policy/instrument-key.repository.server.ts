import type { Db } from '../../base-context.server.ts';
import { keyedHashesOf, type EncryptionKeys } from '../../long-term-encryption.server.ts';

/** Begins the keys of means that others may look like: their tries are counted together, and forbid nothing to each other. */
const sharedPrefix = '~';

/** A means as its gateway identifies it. `isShared`: the gateway tells too little for the fingerprint to be of one means only. */
interface FingerprintedInstrument {
  readonly fingerprint: string;
  readonly isShared?: boolean;
}

/**
 * The keyed hashes of a means' fingerprint, by today's key first and then by each earlier one, so that a rotated secret
 * forgets no refusal that a scheme counts. The tables hold these hashes only; a shared fingerprint is seen in the hash.
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
 * The key under which a means' tries are counted: the one that is stored for it already, also where an earlier secret made
 * it, otherwise the hash by today's key.
 */
export async function instrumentKey(
  db: Db,
  encryptionKeys: EncryptionKeys,
  gateway: string,
  instrument: FingerprintedInstrument,
): Promise<string> {
  const [current, ...earlier] = instrumentKeys(encryptionKeys, gateway, instrument);
  if (current === undefined) throw new Error('There is no key to hash a means with');
  if (earlier.length === 0) return current;
  const stored = await db
    .selectFrom('card_attempts')
    .select('instrument_key')
    .where('instrument_key', 'in', earlier)
    .union(
      db
        .selectFrom('payment_profiles')
        .select('instrument_key')
        .where('instrument_key', 'in', earlier)
        .$castTo<{ instrument_key: string }>(),
    )
    .execute();
  const known = new Set(stored.map((row) => row.instrument_key));
  return earlier.find((key) => known.has(key)) ?? current;
}

/** Whether what is known under this key may be another buyer's means. */
export function isSharedInstrumentKey(key: string): boolean {
  return key.startsWith(sharedPrefix);
}

/**
 * A means' name where nobody may lose anything by a stranger's: one that others may look like is known together with its
 * date (MM/AA) only.
 */
export function privateInstrumentKey(key: string, expiry: string): string {
  return isSharedInstrumentKey(key) ? `${key} ${expiry}` : key;
}
