import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEnv } from '#src/server/env.server.ts';
import { describeStartupError } from '#src/kernel/env/startup-error.server.ts';
import { saysPortIsTaken } from './product.server.ts';

const first = createServer();
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => first.listen(0, '127.0.0.1', resolve));
  const address = first.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => void first.close());

test('a start that found its port taken meanwhile is told from one that fails, by the product’s own words', async () => {
  const error = await new Promise((resolve) => createServer().once('error', resolve).listen(port, '127.0.0.1'));
  const env = readEnv({ APP_ENV: 'test', PORT: String(port) });
  if (!env.ok) throw new Error('The test environment is wrong');
  expect(saysPortIsTaken(describeStartupError(error, env.value) ?? '')).toBe(true);
  expect(saysPortIsTaken('PostgreSQL did not start')).toBe(false);
});
