import { createHmac } from 'node:crypto';
import { deriveKey } from '#src/kernel/ids/derive-key.server.ts';

/** Begins the keys of means that others may look like: their tries are counted together, and forbid nothing to each other. */
const sharedSign = '~';

/**
 * The name under which a means' tries are counted: a keyed hash, so that the table alone tells nothing of it. `isShared`:
 * the company tells too little for the fingerprint to be of one means only, which is then seen in the key.
 */
export function meansKey(
  codeKey: string,
  gateway: string,
  { fingerprint, isShared }: { readonly fingerprint: string; readonly isShared?: boolean },
): string {
  const key = deriveKey(codeKey, 'fingerprints of means of payment');
  const hash = createHmac('sha256', key)
    .update(JSON.stringify([gateway, fingerprint]))
    .digest('base64url');
  return isShared ? `${sharedSign}${hash}` : hash;
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
