import { deriveKey } from '../crypto/derive-key.server.ts';
import type { EnvValues } from './env-values.server.ts';

const shortest = 32;
const maxOldKeys = 20;

/** Source of the product's short-lived keys: codes, counters, and encryption where there is no `ENCRYPTION_KEY`. */
export function codeKeyOf(cookieSecret: string): string {
  return deriveKey(cookieSecret, 'codes sent to phones');
}

const ownKey = (secret: string): string => deriveKey(secret, 'seals that last');

/**
 * The keys of data that is encrypted for longer than a purchase (saved payment instruments, accounts of manual refunds): the
 * first encrypts, all decrypt. With `ENCRYPTION_KEY` as the first, a new `COOKIE_SECRET` loses nothing; without one it is
 * derived from that secret. `ENCRYPTION_OLD_KEYS`: earlier values of either, separated by blanks.
 */
export function readEncryptionKeys(values: EnvValues, cookieSecret: string): readonly string[] {
  const given = values.text('ENCRYPTION_KEY');
  const seal = given === null ? null : values.secret('ENCRYPTION_KEY', shortest, null);
  const old = (values.text('ENCRYPTION_OLD_KEYS') ?? '').split(/\s+/).filter((one) => one !== '');
  if (old.length > maxOldKeys || old.some((one) => one.length < shortest))
    values.refuse(
      'ENCRYPTION_OLD_KEYS',
      `at most ${maxOldKeys} keys of ${shortest} characters or more, with blanks between`,
    );
  const current = seal === null ? [] : [ownKey(seal)];
  return [...current, codeKeyOf(cookieSecret), ...old.flatMap((one) => [ownKey(one), codeKeyOf(one)])];
}
