import { describe, expect, test } from 'vitest';
import { envValues } from './env-values.server.ts';
import { readDocumentsEnv } from './documents-env.server.ts';
import { secretValues } from './secret-values.server.ts';

function read(source: Record<string, string>, isProduction = false) {
  const values = envValues(source);
  const testSecrets = !isProduction;
  const secrets = secretValues(values, { sandboxOrigin: isProduction ? null : 'http://127.0.0.1:3002', testSecrets });
  const documents = readDocumentsEnv(values, secrets, { isProduction, testSecrets });
  return { documents, problems: values.problems.map(({ variable }) => variable) };
}

const seed = Buffer.alloc(32, 7).toString('base64url');
const publicKey = Buffer.alloc(32, 9).toString('base64url');

describe('the key of the house', () => {
  test('is well known in test, and one of its own everywhere else', () => {
    const { documents, problems } = read({});
    expect(problems).toEqual([]);
    expect(read({}, true).problems).toEqual(['SIGNING_KEY']);
    expect(read({ SIGNING_KEY: documents.signingKeys.seed }, true).problems).toEqual(['SIGNING_KEY']);
    expect(read({ SIGNING_KEY: seed, SIGNING_OLD_KEYS: `${publicKey}, ${seed}` }, true)).toEqual({
      documents: { signingKeys: { seed, old: [publicKey, seed] }, fiscal: null },
      problems: [],
    });
  });

  test.each([
    ['SIGNING_KEY', 'short'],
    ['SIGNING_KEY', `${seed}=`],
    ['SIGNING_OLD_KEYS', `${publicKey},short`],
  ])('refuses %s=%s', (variable, text) => {
    expect(read({ [variable]: text }).problems).toEqual([variable]);
  });
});

describe('the contract with the tax office', () => {
  test('is with the stand-in in test, with nobody where nothing is said', () => {
    expect(read({}).documents.fiscal).toEqual({
      url: 'http://127.0.0.1:3002/tax-office',
      lookup: 'http://127.0.0.1:3002/tax-office/consulta?chave={key}',
      environment: 2,
      tls: null,
    });
    expect(read({ SIGNING_KEY: seed }, true).documents.fiscal).toBeNull();
  });

  test('signs in production, and is never half a one', () => {
    const url = { SIGNING_KEY: seed, FISCAL_URL: 'https://sefin.example/nacional' };
    expect(read(url, true).problems).toEqual(['FISCAL_CERT_FILE']);
    expect(read({ ...url, FISCAL_CERT_FILE: 'a.pem' }, true).problems).toEqual(['FISCAL_KEY_FILE']);
    expect(read({ ...url, FISCAL_KEY_FILE: 'a.pem' }, true).problems).toEqual(['FISCAL_CERT_FILE']);
    expect(read({ ...url, FISCAL_LOOKUP: 'https://x.example' }).problems).toEqual(['FISCAL_LOOKUP']);
    expect(read({ SIGNING_KEY: seed, FISCAL_CERT_FILE: 'a', FISCAL_KEY_FILE: 'b' }, true).problems).toEqual([
      'FISCAL_URL',
    ]);
    const whole = read({ ...url, FISCAL_CERT_FILE: 'a.pem', FISCAL_KEY_FILE: 'b.pem' }, true);
    expect(whole.documents.fiscal).toMatchObject({ environment: 1, tls: { certFile: 'a.pem', keyFile: 'b.pem' } });
  });
});
