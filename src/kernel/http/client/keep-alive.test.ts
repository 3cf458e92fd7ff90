import net from 'node:net';
import { describe, expect, test } from 'vitest';
import { client, ends, listening, sockets, whole } from '#tests/support/http/test-server.ts';

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
