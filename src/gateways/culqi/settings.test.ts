import { describe, expect, test } from 'vitest';
import { readSettings } from './settings.server.ts';
import { envValues } from '../../kernel/env/env-values.server.ts';
import { secretValues } from '../../kernel/env/secret-values.server.ts';

const whole = {
  CULQI_URL: 'https://api.culqi.example/v2/',
  CULQI_TOKEN_URL: 'https://secure.culqi.example/v2',
  CULQI_PUBLIC_KEY: 'pk_live_school',
  CULQI_SECRET_KEY: 'sk_live_of-the-school',
  CULQI_NOTIFICATION_SECRET: 'a-secret-of-the-school-alone',
};

function read(source: Record<string, string>, sandboxOrigin: string | null = null) {
  const values = envValues(source);
  const culqi = readSettings({
    values,
    secrets: secretValues(values, { sandboxOrigin, testSecrets: sandboxOrigin !== null }),
    appEnv: sandboxOrigin === null ? 'production' : 'test',
  });
  return { culqi, wrong: values.problems.map(({ variable }) => variable) };
}

describe('the contract with Culqi', () => {
  test('is read whole, without a slash at the end of its addresses', () => {
    expect(read(whole)).toMatchObject({
      culqi: { url: 'https://api.culqi.example/v2', tokenUrl: 'https://secure.culqi.example/v2' },
      wrong: [],
    });
  });

  test('is one that a school may have or not, and a half of it stops the start', () => {
    expect(read({})).toEqual({ culqi: null, wrong: [] });
    for (const missing of Object.keys(whole)) expect(read({ ...whole, [missing]: '' }).wrong).toEqual([missing]);
  });

  test('has well-known values in the test environment', () => {
    expect(read({}, 'http://127.0.0.1:3002')).toMatchObject({
      culqi: { url: 'http://127.0.0.1:3002/culqi/v2', tokenUrl: 'http://127.0.0.1:3002/culqi/v2' },
      wrong: [],
    });
  });
});
