import { describe, expect, test } from 'vitest';
import { describeEnvProblems, readEnv } from '../../server/env.server.ts';

const long = 'x'.repeat(40);
/** A shop in production, without a console. */
const shop = {
  APP_ENV: 'production',
  HOST: '0.0.0.0',
  PUBLIC_ORIGIN: 'https://checkout.school.example',
  CARD_FIELDS_ORIGIN: 'https://card.school.example',
  DATABASE_URL: 'postgres://app:pw@db.internal/matricula',
  COOKIE_SECRET: long,
  SIGNING_KEY: 'Y2hhdmUtZGEtY2FzYS1wYXJhLW9zLXRlc3Rlcy0wMDE',
  ACQUIRER_URL: 'https://api.acquirer.example',
  ACQUIRER_MERCHANT: 'm-1',
  ACQUIRER_SECRET: long,
  ACQUIRER_NOTIFICATION_SECRET: long,
  ACQUIRER_KEY_PINS: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
  PIX_URL: 'https://pix.bank.example',
  PIX_CLIENT_ID: 'c-1',
  PIX_CLIENT_SECRET: long,
  PIX_KEY: 'key@school.example',
  PIX_NOTIFICATION_SECRET: long,
  PIX_ACCOUNT: '1234/0056789',
  SLIP_URL: 'https://slips.bank.example',
  SLIP_USER: 'u-1',
  SLIP_SECRET: long,
  SLIP_NOTIFICATION_SECRET: long,
  SMS_URL: 'https://sms.carrier.example',
  SMS_USER: 's-1',
  SMS_SECRET: long,
  SMTP_URL: 'smtps://user:pw@mail.example',
  MAIL_FROM: 'courses@school.example',
};

function accepted(source: Record<string, string | undefined>) {
  const read = readEnv(source);
  if (!read.ok) throw new Error(describeEnvProblems(read.error));
  return read.value;
}
function refused(source: Record<string, string | undefined>): string[] {
  const read = readEnv(source);
  return read.ok ? [] : read.error.map((problem) => problem.variable);
}

describe('the console', () => {
  const oidc = {
    CONSOLE_OIDC_ISSUER: 'https://login.school.example',
    CONSOLE_OIDC_CLIENT_ID: 'matricula',
    CONSOLE_OIDC_CLIENT_SECRET: long,
    CONSOLE_OIDC_DOMAINS: 'school.example, School.example.br',
  };
  const withConsole = { ...shop, ...oidc, CONSOLE_ORIGIN: 'https://console.school.example' };

  test('of a trial uses the sandbox as its directory', () => {
    expect(accepted({}).console).toEqual({
      port: 3004,
      origin: 'http://localhost:3004',
      readUrl: null,
      oidc: {
        issuer: 'http://127.0.0.1:3002/directory',
        clientId: 'test-console-oidc-client-id',
        clientSecret: 'test-console-oidc-client-secret-known-to-everybody',
        domains: ['escola.example'],
        acrValues: ['urn:sandbox:second-factor'],
      },
    });
  });

  test('does not start without an identity provider, and the shop does', () => {
    expect(accepted(shop).console).toBeNull();
    expect(accepted(withConsole).console).toMatchObject({
      origin: 'https://console.school.example',
      oidc: { domains: ['school.example', 'school.example.br'], acrValues: [] },
    });
    expect(refused({ ...shop, ROLE: 'console' })).toEqual(expect.arrayContaining(Object.keys(oidc)));
  });

  test.each(Object.keys(oidc))('stops the start when only %s is missing', (variable) => {
    expect(refused({ ...withConsole, [variable]: undefined })).toEqual([variable]);
  });

  test.each(['app', 'worker'])('is no part of the role %s', (ROLE) => {
    expect(accepted({ ...withConsole, ROLE }).console).toBeNull();
  });

  test.each([
    ['CONSOLE_ORIGIN', 'http://console.school.example'],
    ['CONSOLE_ORIGIN', shop.PUBLIC_ORIGIN],
    ['CONSOLE_ORIGIN', shop.CARD_FIELDS_ORIGIN],
    ['CONSOLE_ORIGIN', undefined],
    ['CONSOLE_PORT', '3000'],
    ['CONSOLE_OIDC_ISSUER', 'http://login.school.example'],
    ['CONSOLE_OIDC_CLIENT_SECRET', 'test-console-oidc-client-secret-known-to-everybody'],
    ['CONSOLE_OIDC_DOMAINS', 'everybody'],
    ['CONSOLE_OIDC_DOMAINS', 'school.example,'],
    ['CONSOLE_READ_URL', 'mysql://standby/x'],
  ])('refuses %s=%s in production', (variable, value) => {
    expect(refused({ ...withConsole, [variable]: value })).toEqual([variable]);
  });

  test('makes APP_ENV required once its own host is outside this machine', () => {
    expect(refused({ CONSOLE_ORIGIN: 'http://console.test:3004' })).toContain('APP_ENV');
  });
});
