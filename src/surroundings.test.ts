import { expect, test } from 'vitest';
import { readEnv } from '#src/kernel/env/env.server.ts';
import { listen } from '#tests/canaries/haystacks.ts';
import { startSurroundings } from './surroundings.server.ts';

test('what ended the process is told although its figures cannot be read any more', async () => {
  const [otlp, sentry] = [await listen(), await listen()];
  const told = (bodies: readonly Buffer[]): string => Buffer.concat(bodies).toString();
  try {
    const env = readEnv({
      APP_ENV: 'test',
      OTLP_URL: otlp.origin,
      SENTRY_DSN: `http://${'a'.repeat(32)}@127.0.0.1:${new URL(sentry.origin).port}/1`,
    });
    if (!env.ok) throw new Error(JSON.stringify(env.error));
    const around = startSurroundings(env.value);
    around.metrics.add({ name: 'jobs', help: 'Jobs', labels: [], read: () => Promise.reject(new Error('closed')) });
    around.failed(new Error('the last words'));
    await around.close();
    expect(told(sentry.bodies)).toContain('the last words');
    expect(told(otlp.bodies)).toContain('matricula_log_lines_total');
  } finally {
    otlp.close();
    sentry.close();
  }
});

test('a web server holds no more connections of visitors than the process may', async () => {
  const env = readEnv({ APP_ENV: 'test', MAX_CONNECTIONS: '123' });
  if (!env.ok) throw new Error(JSON.stringify(env.error));
  const around = startSurroundings(env.value);
  const app = around.webServer();
  expect(app.server.maxConnections).toBe(123);
  await app.close();
  await around.close();
});
