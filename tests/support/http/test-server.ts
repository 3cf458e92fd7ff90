import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import { createHttpClient, type HttpClient } from '#src/kernel/http/client/http-client.server.ts';

/** What is called when the test is over: servers, sockets and clients that it opened. */
export const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Starts a server on a free loopback port; its origin. */
export async function listening(server: net.Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A client of that server, with everything under `/base`. */
export function client(origin: string, options: Partial<Parameters<typeof createHttpClient>[0]> = {}): HttpClient {
  const made = createHttpClient({ baseUrl: `${origin}/base`, ...options });
  ends.push(() => made.close());
  return made;
}

/** A server of bare sockets: what is done with each request (once its head is whole) is up to the test. */
export async function sockets(onRequest: (socket: net.Socket, count: number) => void): Promise<string> {
  let count = 0;
  return await listening(
    net.createServer((socket) => {
      ends.push(() => socket.destroy());
      socket.on('error', () => undefined);
      let head = '';
      socket.on('data', (chunk) => {
        head += chunk.toString('latin1');
        if (!head.includes('\r\n\r\n')) return;
        head = '';
        count += 1;
        onRequest(socket, count);
      });
    }),
  );
}

/** The smallest whole answer. */
export const whole = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';
