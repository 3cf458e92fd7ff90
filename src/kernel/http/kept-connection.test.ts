import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createHttpClient, type HttpClient } from './http-client.server.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function listening(server: net.Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function client(origin: string, options: Partial<Parameters<typeof createHttpClient>[0]> = {}): HttpClient {
  const made = createHttpClient({ baseUrl: `${origin}/base`, ...options });
  ends.push(() => made.close());
  return made;
}

/** A server of bare sockets: what is done with each request (once its head is whole) is up to the test. */
async function sockets(onRequest: (socket: net.Socket, count: number) => void): Promise<string> {
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

const whole = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';

describe('a kept connection that was closed meanwhile', () => {
  /** Answers the first request, breaks the connection at the second, answers those after it. */
  async function breakingAtSecond() {
    const seen: number[] = [];
    const origin = await sockets((socket, count) => {
      seen.push(count);
      if (count === 2) socket.resetAndDestroy();
      else socket.write(whole);
    });
    const made = client(origin);
    await made.call({ method: 'GET', path: '/x' });
    return { made, seen };
  }

  test.each([
    ['GET', {}],
    ['PUT', {}],
    ['POST', { 'Idempotency-Key': 'att_1' }],
  ] as const)('a repeatable request (%s %j) is sent again', async (method, headers) => {
    const { made, seen } = await breakingAtSecond();
    expect(await made.call({ method, path: '/x', headers })).toMatchObject({ kind: 'status', status: 200 });
    expect(seen).toEqual([1, 2, 3]);
  });

  test('so are all of them after a restart: the request goes on to a new one', async () => {
    const kept = new Set<net.Socket>();
    const origin = await sockets((socket) => {
      setTimeout(() => (kept.has(socket) ? socket.resetAndDestroy() : kept.add(socket) && socket.write(whole)), 20);
    });
    const made = client(origin);
    await Promise.all(Array.from({ length: 8 }, () => made.call({ method: 'GET', path: '/x' })));
    expect([await made.call({ method: 'PUT', path: '/x' }), kept.size]).toMatchObject([{ status: 200 }, 9]);
  });

  test('T-28 sent again in vain is not "not sent": the first sending may have been done', async () => {
    const server = net.createServer((socket) => {
      ends.push(() => socket.destroy());
      socket.on('error', () => undefined);
      let count = 0;
      socket.on('data', () => {
        count += 1;
        if (count === 1) return socket.write(whole);
        server.close();
        return socket.resetAndDestroy();
      });
    });
    const made = client(await listening(server));
    await made.call({ method: 'GET', path: '/x' });
    const headers = { 'Idempotency-Key': 'att_1' };
    expect(await made.call({ method: 'POST', path: '/x', headers })).toEqual({
      kind: 'no-answer',
      reason: 'broken-off',
    });
  });

  test('an answer to a request that was sent before says so', async () => {
    const { made } = await breakingAtSecond();
    expect(await made.call({ method: 'PUT', path: '/x' })).toMatchObject({ status: 200, isRepeat: true });
    expect(await made.call({ method: 'PUT', path: '/x' })).toMatchObject({ status: 200, isRepeat: false });
  });

  test('any other is not: its outcome is unknown', async () => {
    const { made, seen } = await breakingAtSecond();
    expect(await made.call({ method: 'POST', path: '/x', json: {} })).toEqual({
      kind: 'no-answer',
      reason: 'broken-off',
    });
    expect(seen).toEqual([1, 2]);
  });
});
