import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSsrfGuardedClient } from './ssrf-guarded-client.server.ts';

let server: Server;
let origin: string;
let asked: { readonly path: string; readonly host: string; readonly body: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      asked.push({ path: request.url ?? '', host: request.headers.host ?? '', body });
      const [, status, to] = /^\/moved\/(\d+)\/(.+)$/.exec(request.url ?? '') ?? [];
      if (status && to) response.writeHead(Number(status), { location: decodeURIComponent(to) }).end();
      else if (request.url === '/never') return;
      else response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterAll(() => server.close());

interface Posting {
  readonly resolve?: (name: string) => Promise<readonly string[]>;
  readonly allowedInternalOrigin?: string;
  /** Short only where it is to be exceeded: a busy machine is slow, too. */
  readonly budgetMs?: number;
}

async function post(url: string, { allowedInternalOrigin = origin, budgetMs = 15_000, ...how }: Posting = {}) {
  asked = [];
  const poster = createSsrfGuardedClient({ allowedInternalOrigin, budgetMs, ...how });
  const answer = await poster.post(url, '{"a":1}', { 'webhook-id': 'evt_1' });
  poster.close();
  return answer;
}

describe('a message to an address that somebody else chose', () => {
  test('arrives at the stand-in of the test environment, and only there without TLS', async () => {
    expect(await post(`${origin}/in`)).toMatchObject({ kind: 'status', status: 204 });
    expect(asked).toEqual([{ path: '/in', host: new URL(origin).host, body: '{"a":1}' }]);
    expect(await post(`${origin}/in`, { allowedInternalOrigin: 'http://127.0.0.1:1' })).toEqual({ kind: 'forbidden' });
    expect(await post('http://school.example/in', { resolve: async () => ['8.8.8.8'] })).toEqual({ kind: 'forbidden' });
    expect(asked).toEqual([]);
  });

  test.each([
    ['this machine', 'https://localhost/in', ['127.0.0.1']],
    ['a number', 'https://127.0.0.1/in', ['127.0.0.1']],
    ['a number in another spelling', 'https://2130706433/in', null],
    ['IPv6', 'https://[::1]/in', null],
    ['IPv4 in IPv6', 'https://[::ffff:127.0.0.1]/in', null],
    ["the cloud's own service", 'https://meta.example/in', ['169.254.169.254']],
    ['a house', 'https://house.example/in', ['192.168.1.1']],
    ['a number in base sixteen', 'https://0x7f000001/in', null],
    ['a number in base eight', 'https://0177.0.0.1/in', null],
    ['a short number', 'https://127.1/in', null],
    ['no number at all', 'https://0/in', null],
    ['a number in wide digits', 'https://１２７.０.０.１/in', null],
    ['a number behind a name', 'https://8.8.8.8@127.0.0.1/in', null],
    ["the cloud's own service in IPv6", 'https://[::ffff:a9fe:a9fe]/in', null],
    ['a house in IPv6', 'https://[fd00::1]/in', null],
    ['a cable in IPv6', 'https://[fe80::1]/in', null],
    ['IPv4 behind a translator', 'https://[64:ff9b::7f00:1]/in', null],
    ['outside and inside at once', 'https://both.example/in', ['8.8.8.8', '10.0.0.1']],
  ])('never goes to %s', async (_name, url, addresses) => {
    expect(await post(url, addresses ? { resolve: async () => addresses } : {})).toEqual({ kind: 'forbidden' });
  });

  test('goes to the address that was looked at: a name that answers otherwise a moment later leads nowhere else', async () => {
    const answers = [['8.8.8.8'], ['127.0.0.1']];
    let questions = 0;
    const rebinding = async () => answers[Math.min(questions++, 1)] ?? [];
    const { port } = new URL(origin);
    const answer = await post(`https://rebinding.example:${port}/in`, { resolve: rebinding, budgetMs: 400 });
    expect(answer.kind).not.toBe('status');
    expect(questions).toBe(1);
    expect(asked).toEqual([]);
  });

  test.each([
    [301, '/elsewhere'],
    [302, '/elsewhere'],
    [302, 'http://169.254.169.254/latest/meta-data/'],
    [303, '/elsewhere'],
    [307, '/elsewhere'],
    [308, '/elsewhere'],
  ])('follows no redirect: %i to %s', async (status, to) => {
    const path = `/moved/${status}/${encodeURIComponent(to)}`;
    // The answer is the redirect itself: a client that followed it would have another answer, or none.
    expect(await post(`${origin}${path}`)).toMatchObject({ kind: 'status', status });
    expect(asked.map((one) => one.path)).toEqual([path]);
  });

  test('has a time limit, and says when there is no such name', async () => {
    expect(await post(`${origin}/never`, { budgetMs: 1_000 })).toEqual({ kind: 'no-answer', reason: 'timed-out' });
    const nobody = () => Promise.reject(new Error('ENOTFOUND'));
    expect(await post('https://nobody.example/in', { resolve: nobody })).toEqual({
      kind: 'not-sent',
      reason: 'name-unknown',
    });
  });
});
