import { describe, expect, test } from 'vitest';
import { envValues } from './env-values.server.ts';
import { readDocumentsEnv } from './documents-env.server.ts';

function read(source: Record<string, string>, isProduction = false) {
  const values = envValues(source);
  const documents = readDocumentsEnv(values, !isProduction);
  return { documents, problems: values.problems.map(({ variable }) => variable) };
}

const seed = Buffer.alloc(32, 7).toString('base64url');
const publicKey = Buffer.alloc(32, 9).toString('base64url');

describe('SIGNING_KEY', () => {
  test('is well known in test, and one of its own everywhere else', () => {
    const { documents, problems } = read({});
    expect(problems).toEqual([]);
    expect(read({}, true).problems).toEqual(['SIGNING_KEY']);
    expect(read({ SIGNING_KEY: documents.signingKeys.seed }, true).problems).toEqual(['SIGNING_KEY']);
    expect(read({ SIGNING_KEY: seed, SIGNING_OLD_KEYS: `${publicKey}, ${seed}` }, true)).toEqual({
      documents: { signingKeys: { seed, old: [publicKey, seed] } },
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
