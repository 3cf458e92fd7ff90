import { deriveKey } from '../ids/derive-key.server.ts';
import type { EnvValues } from './env-values.server.ts';

const shortest = 32;
const mostOldKeys = 20;

/** Out of which the short-lived keys of the product are made: codes, counters, and seals where there is no `SEAL_KEY`. */
export function codeKeyOf(cookieSecret: string): string {
  return deriveKey(cookieSecret, 'codes sent to phones');
}

const ownKey = (secret: string): string => deriveKey(secret, 'seals that last');

/**
 * The keys of what is sealed for longer than a purchase (kept means, where money is paid out to): the first seals, all of
 * them open. `SEAL_KEY` is the first one, and then another `COOKIE_SECRET` loses nothing; without one it is made of that
 * secret. `SEAL_OLD_KEYS`: what sealed before, earlier values of either, with blanks between them.
 */
export function readSealKeys(values: EnvValues, cookieSecret: string): readonly string[] {
  const given = values.text('SEAL_KEY');
  const seal = given === null ? null : values.secret('SEAL_KEY', shortest, null);
  const old = (values.text('SEAL_OLD_KEYS') ?? '').split(/\s+/).filter((one) => one !== '');
  if (old.length > mostOldKeys || old.some((one) => one.length < shortest))
    values.refuse(
      'SEAL_OLD_KEYS',
      `at most ${mostOldKeys} keys of ${shortest} characters or more, with blanks between`,
    );
  const current = seal === null ? [] : [ownKey(seal)];
  return [...current, codeKeyOf(cookieSecret), ...old.flatMap((one) => [ownKey(one), codeKeyOf(one)])];
}
