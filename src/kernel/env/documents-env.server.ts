import { createHash } from 'node:crypto';
import { isKeyText } from '../crypto/signing-key.server.ts';
import type { EnvValues } from './env-values.server.ts';
import type { SecretValues } from './secret-values.server.ts';

/** The contract with the national system for fiscal notes of services (NFS-e), or its stand-in. */
export interface FiscalEnv {
  /** Base address, e.g. `https://sefin.nfse.gov.br/SefinNacional`. */
  readonly url: string;
  /** Where anybody looks a note up; `{key}` stands for its key. */
  readonly lookup: string;
  /** `tpAmb`: notes count in production only. */
  readonly environment: 1 | 2;
  /** Files (PEM) of the company's certificate (ICP-Brasil A1) and its key: it opens the connection and signs. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
}

export interface DocumentsEnv {
  /** Seed of the key that seals proofs of sales (Ed25519, base64url), and the public keys that sealed before it. */
  readonly signingKeys: { readonly seed: string; readonly old: readonly string[] };
  /** Null where there is no contract. */
  readonly fiscal: FiscalEnv | null;
}

interface Where {
  readonly isProduction: boolean;
  readonly testSecrets: boolean;
}

export function readDocumentsEnv(values: EnvValues, secrets: SecretValues, where: Where): DocumentsEnv {
  return { signingKeys: readSigningKeys(values, where), fiscal: readFiscal(values, secrets, where) };
}

const fiscalVariables = ['FISCAL_URL', 'FISCAL_LOOKUP', 'FISCAL_CERT_FILE', 'FISCAL_KEY_FILE'];

/** Null where there is no contract; a half of one stops the start. */
function readFiscal(values: EnvValues, secrets: SecretValues, { isProduction }: Where): FiscalEnv | null {
  if (!secrets.hasContract(fiscalVariables)) return null;
  const url = secrets.url('FISCAL_URL', 'tax-office').replace(/\/+$/, '');
  const [certFile, keyFile] = [values.text('FISCAL_CERT_FILE'), values.text('FISCAL_KEY_FILE')];
  if ((certFile === null) !== (keyFile === null))
    values.refuse(certFile === null ? 'FISCAL_CERT_FILE' : 'FISCAL_KEY_FILE', 'the other half of the certificate');
  else if (certFile === null && isProduction)
    values.refuse('FISCAL_CERT_FILE', 'the file of the company’s certificate: declarations are signed with it');
  const lookup = values.text('FISCAL_LOOKUP') ?? `${url}/consulta?chave={key}`;
  if (!lookup.includes('{key}')) values.refuse('FISCAL_LOOKUP', 'an address with {key} in it');
  return {
    url,
    lookup,
    environment: isProduction ? 1 : 2,
    tls: certFile !== null && keyFile !== null ? { certFile, keyFile } : null,
  };
}

/** What everybody knows: a seal made with it proves nothing. */
const wellKnownSeed = createHash('sha256').update('test-signing-key-known-to-everybody').digest('base64url');
const maxOldKeys = 20;

/**
 * `SIGNING_KEY`: 32 random bytes as base64url, the seed of the key (Ed25519) that seals proofs of sales. `SIGNING_OLD_KEYS`:
 * public keys that sealed before it, so that old files still verify.
 */
function readSigningKeys(values: EnvValues, { testSecrets }: Where): DocumentsEnv['signingKeys'] {
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
  return { seed: isOurs ? seed : wellKnownSeed, old };
}
