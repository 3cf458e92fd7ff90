import type { Db } from '../context.server.ts';
import { hashesOf, type Seals } from '../lasting-seal.server.ts';

/** Begins the keys of means that others may look like: their tries are counted together, and forbid nothing to each other. */
const sharedSign = '~';

/** A means as its gateway identifies it. `isShared`: the gateway tells too little for the fingerprint to be of one means only. */
interface FingerprintedMeans {
  readonly fingerprint: string;
  readonly isShared?: boolean;
}

/**
 * The keyed hashes of a means' fingerprint, by today's key first and then by each earlier one, so that a rotated secret
 * forgets no refusal that a scheme counts. The tables hold these hashes only; a shared fingerprint is seen in the hash.
 */
function meansKeys(seals: Seals, gateway: string, { fingerprint, isShared }: FingerprintedMeans): readonly string[] {
  const hashes = hashesOf(seals, 'fingerprints of means of payment', JSON.stringify([gateway, fingerprint]));
  return isShared ? hashes.map((hash) => `${sharedSign}${hash}`) : hashes;
}

/**
 * The key under which a means' tries are counted: the one that is stored for it already, also where an earlier secret made
 * it, otherwise the hash by today's key.
 */
export async function meansKey(db: Db, seals: Seals, gateway: string, means: FingerprintedMeans): Promise<string> {
  const [current, ...earlier] = meansKeys(seals, gateway, means);
  if (current === undefined) throw new Error('There is no key to hash a means with');
  if (earlier.length === 0) return current;
  const stored = await db
    .selectFrom('means_tries')
    .select('means_key')
    .where('means_key', 'in', earlier)
    .union(
      db
        .selectFrom('payment_profiles')
        .select('means_key')
        .where('means_key', 'in', earlier)
        .$castTo<{ means_key: string }>(),
    )
    .execute();
  const known = new Set(stored.map((row) => row.means_key));
  return earlier.find((key) => known.has(key)) ?? current;
}

/** Whether what is known under this key may be another buyer's means. */
export function isSharedKey(key: string): boolean {
  return key.startsWith(sharedSign);
}

/**
 * A means' name where nobody may lose anything by a stranger's: one that others may look like is known together with its
 * date (MM/AA) only.
 */
export function ownMeansName(key: string, expiry: string): string {
  return isSharedKey(key) ? `${key} ${expiry}` : key;
}
