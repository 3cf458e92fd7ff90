import { describe, expect, test } from 'vitest';
import { describeEnvProblems, type Env, readEnv } from '../../server/env.server.ts';

function accepted(source: Record<string, string>): Env {
  const read = readEnv(source);
  if (!read.ok) throw new Error(describeEnvProblems(read.error));
  return read.value;
}
function refused(source: Record<string, string>): string[] {
  const read = readEnv(source);
  return read.ok ? [] : read.error.map(({ variable }) => variable);
}

describe('the surroundings in the test environment', () => {
  test('are the stand-ins, with nobody to report to', () => {
    const { monitoring, analytics } = accepted({});
    expect(monitoring).toEqual({ metricsToken: null, otlpUrl: null, sentryDsn: null });
    expect(analytics).toEqual({
      url: 'http://127.0.0.1:3002/mp/collect',
      secrets: {},
      commonSecret: 'test-analytics-secret-known-to-everybody',
      tagManagerOrigin: 'http://127.0.0.1:3002',
    });
  });

  test('can be configured', () => {
    const { monitoring, analytics } = accepted({
      METRICS_TOKEN: 'a-token-of-the-test',
      OTLP_URL: 'http://localhost:4318/',
      SENTRY_DSN: 'https://abc@sentry.example/42',
      ANALYTICS_SECRETS: 'G-ABC123=secret-one, G-DEF456=secret-two',
    });
    expect(monitoring).toEqual({
      metricsToken: 'a-token-of-the-test',
      otlpUrl: 'http://localhost:4318',
      sentryDsn: 'https://abc@sentry.example/42',
    });
    expect(analytics.secrets).toEqual({ 'G-ABC123': 'secret-one', 'G-DEF456': 'secret-two' });
  });
});

describe('what is refused', () => {
  test.each([
    ['METRICS_TOKEN', 'short'],
    ['METRICS_TOKEN', 'with blanks in the token'],
    ['OTLP_URL', 'localhost:4318'],
    ['OTLP_URL', 'grpc://localhost:4317'],
    ['SENTRY_DSN', 'https://sentry.example/42'],
    ['ANALYTICS_URL', 'collect'],
    ['ANALYTICS_SECRETS', 'G-ABC123'],
    ['ANALYTICS_SECRETS', 'UA-1=secret-one'],
    ['TAG_MANAGER_ORIGIN', 'https://www.googletagmanager.com/gtm.js'],
  ])('%s=%s', (variable, value) => expect(refused({ [variable]: value })).toEqual([variable]));
});

test('analytics addresses in production are Google’s, over https only', () => {
  const tests = refused({
    APP_ENV: 'production',
    TAG_MANAGER_ORIGIN: 'http://tags.example',
    ANALYTICS_URL: 'http://x.example',
  });
  expect(tests).toEqual(expect.arrayContaining(['TAG_MANAGER_ORIGIN', 'ANALYTICS_URL']));
});
