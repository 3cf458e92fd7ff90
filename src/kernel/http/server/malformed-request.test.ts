import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handleClientError } from './malformed-request.server.ts';

const app = Fastify({ clientErrorHandler: handleClientError });
let port = 0;
let served = 0;
beforeAll(async () => {
  app.get('/', async () => {
    served += 1;
    return 'ok';
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

async function say(bytes: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (part) => (heard += part.toString()));
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  return heard;
}

test.each([
  ['no request at all', 'hello\r\n\r\n', 400],
  ['two lengths', 'GET / HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\ncontent-length: 5\r\n\r\nGET ', 400],
  ['a length and chunks', 'GET / HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n', 400],
  ['a folded header', 'GET / HTTP/1.1\r\nhost: a\r\nx: b\r\n c\u0000d\r\n\r\n', 400],
  ['headers without end', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
])(
  '%s: refused as strictly as anything else, nothing is served, and the connection ends',
  async (_name, bytes, status) => {
    const before = served;
    const heard = await say(bytes);
    expect(heard).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(heard).toContain("content-security-policy: default-src 'none'");
    expect(heard).toContain('x-content-type-options: nosniff');
    expect(heard).toContain('connection: close');
    expect(served).toBe(before);
  },
);
