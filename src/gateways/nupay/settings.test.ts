import { describe, expect, test } from 'vitest';
import { readEnv } from '../../server/env.server.ts';

const nuPay = {
  NUPAY_URL: 'https://api.spinpay.com.br',
  NUPAY_MERCHANT_KEY: 'key',
  NUPAY_MERCHANT_TOKEN: 'x'.repeat(40),
};

/** The variables of NuPay that stop the start outside the test environment. */
function wrong(source: Readonly<Record<string, string>>): string[] {
  const read = readEnv({ APP_ENV: 'homolog', HOST: '0.0.0.0', ...source });
  return read.ok ? [] : read.error.map(({ variable }) => variable).filter((name) => name.startsWith('NUPAY'));
}

function inTest(source: Readonly<Record<string, string>> = {}) {
  const read = readEnv(source);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value.companies.nupay;
}

describe('the contract for NuPay', () => {
  test('is whole, or there is none', () => {
    expect(wrong({})).toEqual([]);
    expect(wrong(nuPay)).toEqual([]);
    expect(wrong({ NUPAY_MERCHANT_KEY: 'key' })).toEqual(expect.arrayContaining(['NUPAY_MERCHANT_TOKEN']));
  });

  test('may name keys of its messages; in test the sandbox’s is known', () => {
    expect(inTest()?.signingKeys).toHaveLength(1);
    expect(inTest({ NUPAY_URL: 'https://api.spinpay.com.br' })?.signingKeys).toEqual([]);
    expect(inTest({ NUPAY_SIGNING_KEYS: 'new,old' })?.signingKeys).toEqual(['new', 'old']);
  });
});
