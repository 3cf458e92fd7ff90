import { describe, expect, test } from 'vitest';
import { environmentOfHost } from './app-environment.server.ts';
import { describeEnvProblems, readEnv } from '../../server/env.server.ts';

function accepted(source: Record<string, string | undefined>) {
  const read = readEnv(source);
  if (!read.ok) throw new Error(describeEnvProblems(read.error));
  return read.value;
}
function refused(source: Record<string, string | undefined>): string[] {
  const read = readEnv(source);
  return read.ok ? [] : read.error.map((problem) => problem.variable);
}

describe('the environment’s name', () => {
  test.each([
    ['http://localhost:3000', 'test'],
    ['https://TEST.school.example', 'test'],
    ['https://checkout-dev.school.example', 'test'],
    ['https://latest.school.example', 'test'],
    ['https://checkout.school.example', 'production'],
  ])('%s is %s by the host rule', (origin, expected) => {
    expect(environmentOfHost(new URL(origin).hostname)).toBe(expected);
  });

  test.each([
    'https://TEST.school.example',
    'https://matricula.devry.example',
    'https://checkout.school.dev',
    'https://atestado.school.example',
    'https://localhost.school.example',
  ])('%s never runs as test unless APP_ENV=test is set', (PUBLIC_ORIGIN) => {
    const CARD_FIELDS_ORIGIN = PUBLIC_ORIGIN.replace('https://', 'https://card-');
    expect(refused({ PUBLIC_ORIGIN, CARD_FIELDS_ORIGIN })).toEqual(['APP_ENV']);
    expect(accepted({ PUBLIC_ORIGIN, CARD_FIELDS_ORIGIN, APP_ENV: 'test' }).appEnv).toBe('test');
    expect(refused({ PUBLIC_ORIGIN, CARD_FIELDS_ORIGIN, APP_ENV: 'production' })).toContain('COOKIE_SECRET');
  });

  test('a card page that is not on this machine is no trial either', () => {
    const CARD_FIELDS_ORIGIN = 'https://cards.school.example';
    expect(refused({ CARD_FIELDS_ORIGIN })).toEqual(['APP_ENV']);
    expect(accepted({ CARD_FIELDS_ORIGIN, APP_ENV: 'test' }).appEnv).toBe('test');
  });

  test.each(['http://localhost:4000', 'http://[::1]:4000'])('%s is a trial on this machine', (PUBLIC_ORIGIN) => {
    const read = readEnv({ PUBLIC_ORIGIN, APP_ENV: 'test' });
    expect(read.ok).toBe(true);
  });

  test('any other host is production, which lacks everything that it needs', () => {
    const missing = refused({ PUBLIC_ORIGIN: 'https://checkout.school.example' });
    expect(missing).toEqual(expect.arrayContaining(['COOKIE_SECRET', 'PIX_CLIENT_SECRET', 'SMTP_URL', 'ACQUIRER_URL']));
  });

  test.each([
    ['a network bind', { HOST: '0.0.0.0' }, ['APP_ENV', 'HOST']],
    ['a bind to every IPv6 address', { HOST: '::' }, ['APP_ENV', 'HOST']],
    ['a host that only begins like loopback', { HOST: '127.0.0.1.school.example' }, ['APP_ENV', 'HOST']],
    ['an outside database', { DATABASE_URL: 'postgres://db.internal/x' }, ['APP_ENV']],
    ['NODE_ENV=production', { NODE_ENV: 'production' }, ['APP_ENV']],
  ])('%s without APP_ENV refuses to start', (_, source, variables) => {
    expect(refused(source)).toEqual(expect.arrayContaining(variables));
  });

  test('test on a network refuses to start even when said outright', () => {
    expect(refused({ APP_ENV: 'test', HOST: '192.168.0.10' })).toContain('HOST');
  });

  test('test with an outside database is allowed when said outright', () => {
    expect(accepted({ APP_ENV: 'test', DATABASE_URL: 'postgresql://localhost/x' }).databaseUrl).toBe(
      'postgresql://localhost/x',
    );
  });
});
