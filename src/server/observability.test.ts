import { expect, test } from 'vitest';
import { readEnv } from '#src/server/env.server.ts';
import { listen } from '#tests/deep/canaries/scan-sources.ts';
import { startObservability } from './observability.server.ts';

test('an error that ends the process reaches both receivers of reports', async () => {
  const [otlp, sentry] = [await listen(), await listen()];
  const textOf = (bodies: readonly Buffer[]): string => Buffer.concat(bodies).toString();
  try {
    const env = readEnv({
      APP_ENV: 'test',
      OTLP_URL: otlp.origin,
      SENTRY_DSN: `http://${'a'.repeat(32)}@127.0.0.1:${new URL(sentry.origin).port}/1`,
    });
    if (!env.ok) throw new Error(JSON.stringify(env.error));
    const observability = startObservability(env.value, { isStopping: false });
    observability.failed(new Error('the last words'));
    await observability.close();
    expect(textOf(sentry.bodies)).toContain('the last words');
    expect(textOf(otlp.bodies)).toContain('process-failed');
  } finally {
    otlp.close();
    sentry.close();
  }
});

test('a web server holds no more connections than the process may', async () => {
  const env = readEnv({ APP_ENV: 'test', MAX_CONNECTIONS: '123' });
  if (!env.ok) throw new Error(JSON.stringify(env.error));
  const observability = startObservability(env.value, { isStopping: false });
  const app = observability.webServer();
  expect(app.server.maxConnections).toBe(123);
  await app.close();
  await observability.close();
});
