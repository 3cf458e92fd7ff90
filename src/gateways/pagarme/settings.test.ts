import { describe, expect, test } from 'vitest';
import { envValues } from '../../kernel/env/env-values.server.ts';
import { readSettings } from './settings.server.ts';
import { secretValues } from '../../kernel/env/secret-values.server.ts';

const whole = {
  PAGARME_URL: 'https://api.pagar.me/core/v5/',
  PAGARME_SECRET_KEY: 'sk_of_the_school',
  PAGARME_PUBLIC_KEY: 'pk_of_the_school',
  PAGARME_NOTIFICATION_USER: 'matricula',
  PAGARME_NOTIFICATION_SECRET: 'a-password-of-the-panel',
};

function read(source: Readonly<Record<string, string>>) {
  const values = envValues(source);
  const pagarme = readSettings({
    values,
    secrets: secretValues(values, { sandboxOrigin: null, testSecrets: false }),
    appEnv: 'production',
  });
  return { pagarme, refused: values.problems.map(({ variable }) => variable) };
}

describe('the contract with Pagar.me', () => {
  test('is read whole, without the slash at the end of its address', () => {
    expect(read(whole)).toMatchObject({
      pagarme: { url: 'https://api.pagar.me/core/v5', secretKey: 'sk_of_the_school', publicKey: 'pk_of_the_school' },
      refused: [],
    });
  });

  test('is not there where nothing is set, and a half of it is refused by the names of what lacks', () => {
    expect(read({})).toEqual({ pagarme: null, refused: [] });
    const { PAGARME_SECRET_KEY: _, PAGARME_NOTIFICATION_USER: __, ...half } = whole;
    expect(read(half).refused).toEqual(['PAGARME_SECRET_KEY', 'PAGARME_NOTIFICATION_USER']);
  });

  test('takes no address without encryption and no secret that everybody knows', () => {
    expect(read({ ...whole, PAGARME_URL: 'http://api.pagar.me/core/v5' }).refused).toEqual(['PAGARME_URL']);
    const known = 'test-pagarme-secret-key-known-to-everybody';
    expect(read({ ...whole, PAGARME_SECRET_KEY: known }).refused).toEqual(['PAGARME_SECRET_KEY']);
  });

  test('in the sandbox has its address and well-known secrets', () => {
    const values = envValues({});
    const secrets = secretValues(values, { sandboxOrigin: 'http://127.0.0.1:3002', testSecrets: true });
    expect(readSettings({ values, secrets, appEnv: 'test' })).toMatchObject({
      url: 'http://127.0.0.1:3002/pagarme/core/v5',
    });
    expect(values.problems).toEqual([]);
  });
});
