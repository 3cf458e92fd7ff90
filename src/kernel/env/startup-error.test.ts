import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { readEnv } from '../../server/env.server.ts';
import { StartupError, describeStartupError } from './startup-error.server.ts';

const read = readEnv({
  APP_ENV: 'test',
  PORT: '4391',
  CARD_FIELDS_PORT: '4392',
  SANDBOX_PORT: '4393',
  SANDBOX_SMTP_PORT: '4394',
  CONSOLE_PORT: '4395',
});
if (!read.ok) throw new Error('The test environment is wrong');
const env = read.value;

/** Node's error for a port in use. */
async function takenTwice(): Promise<{ error: unknown; port: number }> {
  const first = createServer();
  await new Promise<void>((resolve) => first.listen(0, '127.0.0.1', resolve));
  const address = first.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const error = await new Promise((resolve) => createServer().once('error', resolve).listen(port, '127.0.0.1'));
  first.close();
  return { error, port };
}

describe('a start that cannot be', () => {
  test('a taken port is named with its variable', async () => {
    const { error, port } = await takenTwice();
    expect(describeStartupError(error, { ...env, cardFieldsPort: port })).toBe(
      `Port 127.0.0.1:${port} is taken by another program. Stop it, or set CARD_FIELDS_PORT to a free port.`,
    );
  });

  test('our own refusals speak for themselves; surprises keep their stack', async () => {
    expect(describeStartupError(new StartupError('Do this.'), env)).toBe('Do this.');
    expect(describeStartupError(new TypeError('x is not a function'), env)).toBeNull();
    expect(describeStartupError((await takenTwice()).error, env)).toBeNull();
  });
});
