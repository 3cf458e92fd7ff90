import { compactDecrypt, importJWK } from 'jose';
import type { JWK } from 'jose';
import { err, ok } from '#src/kernel/result/result.ts';
import type { Result } from '#src/kernel/result/result.ts';
import { checkTokenAge, checkTokenHeader, tokenAlgorithms } from './jwe-policy.ts';
import type { TokenProblem } from './jwe-policy.ts';

/** Accepted algorithms of a token. */
export interface Algorithms {
  readonly keyManagement: readonly string[];
  readonly contentEncryption: readonly string[];
}

/**
 * Decrypts a compact JWE with a private (or shared) key, only by the named algorithms. Anything else, a broken token or
 * a wrong key is `token-refused`, without a reason.
 */
export async function decryptCompact(
  compact: string,
  key: JWK,
  algorithms: Algorithms,
): Promise<Result<string, 'token-refused'>> {
  try {
    const [alg] = algorithms.keyManagement;
    const imported = await importJWK({ ...key, ...(key.alg === undefined && alg !== undefined ? { alg } : {}) });
    const { plaintext } = await compactDecrypt(compact, imported, {
      keyManagementAlgorithms: [...algorithms.keyManagement],
      contentEncryptionAlgorithms: [...algorithms.contentEncryption],
    });
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(plaintext));
  } catch {
    return err('token-refused');
  }
}

/**
 * Opens a sealed card by the product's policy: header, key, contents, age. `keys` are private RSA keys, each with its
 * `kid`. The answer is the decoded JSON object; the caller has to check that its `jti` is new.
 */
export async function openToken(
  compact: string,
  keys: readonly JWK[],
  now: Date,
): Promise<Result<Readonly<Record<string, unknown>>, TokenProblem>> {
  const header = checkTokenHeader(
    compact,
    keys.flatMap((key) => (key.kid === undefined ? [] : [key.kid])),
  );
  if (!header.ok) return header;
  const key = keys.find((candidate) => candidate.kid === header.value.kid);
  if (key === undefined) return err('token-key-unknown');
  const opened = await decryptCompact(compact, key, {
    keyManagement: [tokenAlgorithms.alg],
    contentEncryption: [tokenAlgorithms.enc],
  });
  if (!opened.ok) return opened;
  const payload = readObject(opened.value);
  if (payload === null || typeof payload['iat'] !== 'number') return err('token-refused');
  const age = checkTokenAge(payload['iat'], now);
  return age.ok ? ok(payload) : age;
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
