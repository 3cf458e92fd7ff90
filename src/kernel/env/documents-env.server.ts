import { createHash } from 'node:crypto';
import { isKeyText } from '../crypto/signing-key.server.ts';
import type { EnvValues } from './env-values.server.ts';

export interface DocumentsEnv {
  /** Seed of the key that signs audit trails (Ed25519, base64url), and the public keys of earlier seeds. */
  readonly signingKeys: { readonly seed: string; readonly old: readonly string[] };
}

/** The seed of the test environment: it is published, so its signatures prove nothing. */
const wellKnownSeed = createHash('sha256').update('test-signing-key-known-to-everybody').digest('base64url');
const maxOldKeys = 20;

/**
 * `SIGNING_KEY`: 32 random bytes as base64url, the seed of the key (Ed25519) that signs audit trails. `SIGNING_OLD_KEYS`:
 * earlier public keys, so that old files still verify.
 */
export function readDocumentsEnv(values: EnvValues, testSecrets: boolean): DocumentsEnv {
  const given = values.text('SIGNING_KEY');
  const seed = given ?? (testSecrets ? wellKnownSeed : '');
  const isOurs = isKeyText(seed) && (testSecrets || seed !== wellKnownSeed);
  if (!isOurs) values.refuse('SIGNING_KEY', '32 random bytes as base64url (43 characters), of your own');
  const old = (values.text('SIGNING_OLD_KEYS') ?? '')
    .split(',')
    .flatMap((key) => (key.trim() === '' ? [] : [key.trim()]));
  if (old.length > maxOldKeys || !old.every(isKeyText))
    values.refuse(
      'SIGNING_OLD_KEYS',
      `at most ${maxOldKeys} public keys (32 bytes, base64url) with commas between them`,
    );
  return { signingKeys: { seed: isOurs ? seed : wellKnownSeed, old } };
}
