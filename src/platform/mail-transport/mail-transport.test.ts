import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openMailTransport } from './mail-transport.server.ts';

const emailContent = { from: 'school@school.example', to: 'maria@example.com', subject: 'Recibo', text: 'Obrigado' };
let server: Server;
const sockets: Socket[] = [];
/** The mail server's greeting; afterwards it is silent. */
let greeting = '';
beforeEach(async () => {
  server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    socket.write(greeting);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

describe('a mail server that falls silent', () => {
  test.each([
    ['before its greeting', ''],
    ['after it', '220 mail.example\r\n'],
  ])('%s holds no letter longer than it may take', async (_name, said) => {
    greeting = said;
    const { port } = server.address() as AddressInfo;
    const transport = openMailTransport(`smtp://127.0.0.1:${port}`, { requiresTls: false, patienceMs: 50 });
    await expect(transport.sendMail(emailContent)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    transport.close();
  });
});

describe('a mail server without TLS', () => {
  const answers: Readonly<Record<string, string>> = {
    EHLO: '250-mail.example\r\n250 SIZE 1000000\r\n',
    HELO: '250 mail.example\r\n',
    STARTTLS: '502 not here\r\n',
    MAIL: '250 ok\r\n',
    RCPT: '250 ok\r\n',
    DATA: '354 go on\r\n',
    QUIT: '221 bye\r\n',
  };

  test.each([
    ['gets no e-mail where TLS is required', true],
    ['gets e-mail in the test environment', false],
  ])('%s', async (_name, requiresTls) => {
    greeting = '220 mail.example ESMTP\r\n';
    const heard: string[] = [];
    server.on('connection', (socket) => {
      socket.on('data', (data) => {
        const line = data.toString('utf8');
        heard.push(line);
        const verb = /^[A-Z]+/.exec(line)?.[0] ?? '';
        socket.write(line.endsWith('\r\n.\r\n') ? '250 taken\r\n' : (answers[verb] ?? ''));
      });
    });
    const { port } = server.address() as AddressInfo;
    const transport = openMailTransport(`smtp://127.0.0.1:${port}`, { requiresTls, patienceMs: 3_000 });
    const sent = transport.sendMail(emailContent).then(
      () => 'sent',
      (error: { code?: string }) => error.code,
    );
    expect(await sent).toBe(requiresTls ? 'ETLS' : 'sent');
    expect(heard.some((line) => line.startsWith('MAIL'))).toBe(!requiresTls);
    transport.close();
  });
});
