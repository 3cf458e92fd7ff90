import { err, ok } from '#src/kernel/result/result.ts';
import type { Result } from '#src/kernel/result/result.ts';

/**
 * Why a sealed card is refused. After `token-key-unknown` the page fetches the key again and seals once more; after
 * `token-expired` it seals once more; `token-refused` is a broken or foreign token.
 */
export type TokenProblem = 'token-refused' | 'token-key-unknown' | 'token-expired';

/** The only accepted algorithms (RFC 7518, 4.3 and 5.3): a token does not choose its own. */
export const tokenAlgorithms = { alg: 'RSA-OAEP-256', enc: 'A256GCM' } as const;

/** A sealed card is good for this long after its `iat`, and may run ahead of our clock by the second figure. */
export const tokenLifetimeSeconds = 300;
const clockSkewSeconds = 60;

const longestToken = 4096;
const longestHeader = 512;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Checks a compact JWE without opening it: five canonical parts, the accepted algorithms, a key that exists. */
export function checkTokenHeader(
  compact: string,
  knownKids: readonly string[],
): Result<{ readonly kid: string }, TokenProblem> {
  const parts = compact.length <= longestToken ? compact.split('.') : [];
  const [protectedHeader = ''] = parts;
  if (parts.length !== 5 || !parts.every((part) => part !== '' && isCanonicalBase64Url(part)))
    return err('token-refused');
  return checkHeader(decodeHeader(protectedHeader), knownKids);
}

/** Checks a decoded protected header. Extensions that change its meaning (`crit`, `zip`, a key of its own) are refused. */
export function checkHeader(
  header: unknown,
  knownKids: readonly string[],
): Result<{ readonly kid: string }, TokenProblem> {
  if (typeof header !== 'object' || header === null) return err('token-refused');
  const known = new Set(['alg', 'enc', 'kid', 'cty', 'typ']);
  if (Object.keys(header).some((name) => !known.has(name))) return err('token-refused');
  if (
    !('alg' in header) ||
    header.alg !== tokenAlgorithms.alg ||
    !('enc' in header) ||
    header.enc !== tokenAlgorithms.enc
  ) {
    return err('token-refused');
  }
  const kid = 'kid' in header ? header.kid : undefined;
  if (typeof kid !== 'string') return err('token-refused');
  return knownKids.includes(kid) ? ok({ kid }) : err('token-key-unknown');
}

/** Checks when a card was sealed; `issuedAt` in seconds since 1970 (UTC), from inside the token. */
export function checkTokenAge(issuedAt: number, now: Date): Result<void, TokenProblem> {
  const age = now.getTime() / 1000 - issuedAt;
  if (!Number.isFinite(age) || age < -clockSkewSeconds) return err('token-refused');
  return age > tokenLifetimeSeconds ? err('token-expired') : ok(undefined);
}

/**
 * Whether base64url text is in its one canonical form. The last character may carry bits that decoders ignore: a
 * changed token would open like the original, and would count as a second token where uses are counted.
 */
export function isCanonicalBase64Url(text: string): boolean {
  const rest = text.length % 4;
  if (!/^[A-Za-z0-9_-]*$/.test(text) || rest === 1) return false;
  const last = alphabet.indexOf(text.charAt(text.length - 1));
  if (rest === 2) return last % 16 === 0;
  return rest === 3 ? last % 4 === 0 : true;
}

function decodeHeader(part: string): unknown {
  if (part.length > longestHeader) return null;
  try {
    return JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return null;
  }
}
