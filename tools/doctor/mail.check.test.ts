import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { installationOf } from '#tests/support/fixtures/doctor-installation.ts';
import { checkMail } from './mail.check.ts';

/** Looks at a mail server that knows one person, over plain SMTP. */
async function look(login: string, appEnv: 'test' | 'production' = 'test') {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, callback) =>
      username === 'school' && password === 'right'
        ? callback(null, { user: 'school' })
        : callback(new Error('No such login')),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  const { env, now } = installationOf({ SMTP_URL: `smtp://${login}127.0.0.1:${port}` });
  const [finding] = await checkMail({ env: { ...env, appEnv }, now });
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return finding;
}

test('a mail server that accepts the login is right', async () => {
  expect(await look('school:right@')).toMatchObject({ state: 'ok' });
});

test('a wrong login and a server without TLS are named', async () => {
  expect(await look('school:wrong@')).toMatchObject({ state: 'wrong', remedy: 'Correct user and password.' });
  expect((await look('', 'production'))?.found).toContain('no TLS: ');
});

test('a mail server that does not answer is named', async () => {
  const [finding] = await checkMail(installationOf({ SMTP_URL: 'smtp://127.0.0.1:9' }));
  expect(finding?.found).toContain('the mail server does not answer: ');
});
