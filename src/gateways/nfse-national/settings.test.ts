import { describe, expect, test } from 'vitest';
import { envValues } from '#src/kernel/env/env-values.server.ts';
import { secretValues } from '#src/kernel/env/secret-values.server.ts';
import { readSettings } from './settings.server.ts';

function read(source: Record<string, string>, isProduction = false) {
  const values = envValues(source);
  const sandboxOrigin = isProduction ? null : 'http://127.0.0.1:3002';
  const secrets = secretValues(values, { sandboxOrigin, testSecrets: !isProduction });
  const fiscal = readSettings({ values, secrets, appEnv: isProduction ? 'production' : 'test' });
  return { fiscal, problems: values.problems.map(({ variable }) => variable) };
}

describe('the contract with the fiscal authority', () => {
  test('is with the sandbox in test, and with none where nothing is set', () => {
    expect(read({}).fiscal).toEqual({
      url: 'http://127.0.0.1:3002/tax-office',
      lookup: 'http://127.0.0.1:3002/tax-office/consulta?chave={key}',
      environment: 2,
      tls: null,
    });
    expect(read({}, true).fiscal).toBeNull();
  });

  test('signs in production, and is never half a one', () => {
    const url = { FISCAL_URL: 'https://sefin.example/nacional' };
    expect(read(url, true).problems).toEqual(['FISCAL_CERT_FILE']);
    expect(read({ ...url, FISCAL_CERT_FILE: 'a.pem' }, true).problems).toEqual(['FISCAL_KEY_FILE']);
    expect(read({ ...url, FISCAL_KEY_FILE: 'a.pem' }, true).problems).toEqual(['FISCAL_CERT_FILE']);
    expect(read({ ...url, FISCAL_LOOKUP: 'https://x.example' }).problems).toEqual(['FISCAL_LOOKUP']);
    expect(read({ FISCAL_CERT_FILE: 'a', FISCAL_KEY_FILE: 'b' }, true).problems).toEqual(['FISCAL_URL']);
    const whole = read({ ...url, FISCAL_CERT_FILE: 'a.pem', FISCAL_KEY_FILE: 'b.pem' }, true);
    expect(whole.fiscal).toMatchObject({ environment: 1, tls: { certFile: 'a.pem', keyFile: 'b.pem' } });
  });
});
