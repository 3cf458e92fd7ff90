import { describe, expect, test } from 'vitest';
import { readEnv } from '../../server/env.server.ts';

const long = 'x'.repeat(40);
/** Bound to another address, so that no secret is preset. */
const homolog = { APP_ENV: 'homolog', HOST: '0.0.0.0' };
const mPesa = {
  MPESA_URL: 'https://api.vm.co.mz',
  MPESA_API_KEY: long,
  MPESA_PUBLIC_KEY: 'A'.repeat(392),
  MPESA_SERVICE_PROVIDER_CODE: '900123',
  MPESA_INITIATOR: 'school',
  MPESA_SECURITY_CREDENTIAL: long,
  MPESA_NOTIFICATION_SECRET: long,
};

/** The variables among these that stop the start. */
function wrong(source: Readonly<Record<string, string>>, prefix: string): string[] {
  const read = readEnv({ ...homolog, ...source });
  return read.ok ? [] : read.error.map(({ variable }) => variable).filter((name) => name.startsWith(prefix));
}

function inTest(source: Readonly<Record<string, string>> = {}) {
  const read = readEnv(source);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value;
}

describe('the contract for M-Pesa', () => {
  test('is with the sandbox in test: one address for all calls, its key known', () => {
    const contract = inTest().companies['m-pesa-vodacom'];
    expect(contract).toMatchObject({ url: 'http://127.0.0.1:3002/m-pesa', ports: null, takesCallbacks: false });
  });

  test('is whole, or there is none', () => {
    expect(wrong({}, 'MPESA')).toEqual([]);
    expect(wrong(mPesa, 'MPESA')).toEqual([]);
    expect(wrong({ MPESA_URL: mPesa.MPESA_URL }, 'MPESA')).toEqual([
      'MPESA_API_KEY',
      'MPESA_PUBLIC_KEY',
      'MPESA_SERVICE_PROVIDER_CODE',
      'MPESA_INITIATOR',
      'MPESA_SECURITY_CREDENTIAL',
      'MPESA_NOTIFICATION_SECRET',
    ]);
  });

  test('names the company that the prompt shows: the sandbox’s, or the one that was said', () => {
    expect(inTest().companies['m-pesa-vodacom']?.payee).toBe('Escola Matrícula');
    expect(inTest({ MPESA_URL: 'https://api.vm.co.mz' }).companies['m-pesa-vodacom']?.payee).toBeNull();
    expect(inTest({ MPESA_PAYEE_NAME: 'Escola Lda' }).companies['m-pesa-vodacom']?.payee).toBe('Escola Lda');
  });

  test('has the operator’s ports, others, or none', () => {
    const ports = (text?: string) =>
      inTest({ MPESA_URL: 'https://api.vm.co.mz', ...(text === undefined ? {} : { MPESA_PORTS: text }) }).companies[
        'm-pesa-vodacom'
      ]?.ports;
    expect(ports()).toEqual({ payment: 18_352, query: 18_353, reversal: 18_354 });
    expect(ports('1,2,3')).toEqual({ payment: 1, query: 2, reversal: 3 });
    expect(ports('none')).toBeNull();
    for (const bad of ['1,2', '1,2,3,4', '0,2,3', 'a,b,c', '70000,2,3'])
      expect(wrong({ ...mPesa, MPESA_PORTS: bad }, 'MPESA')).toEqual(['MPESA_PORTS']);
  });
});
