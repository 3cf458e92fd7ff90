import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openMailTransport } from './mail-transport.server.ts';

const letter = { from: 'school@school.example', to: 'maria@example.com', subject: 'Recibo', text: 'Obrigado' };
let server: Server;
const sockets: Socket[] = [];
/** What the mail server says to whoever comes; afterwards it is silent. */
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
    const transport = openMailTransport(`smtp://127.0.0.1:${port}`, 50);
    await expect(transport.sendMail(letter)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    transport.close();
  });
});
