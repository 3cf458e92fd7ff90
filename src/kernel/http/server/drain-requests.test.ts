import { once } from 'node:events';
import http from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { drainRequests } from './drain-requests.server.ts';

let app: FastifyInstance;
let origin: string;
let release: () => void;
/** Resolves once the slow answer is in progress. */
let begun: Promise<void>;
let isDone: boolean;

async function open(options: Parameters<typeof drainRequests>[1] = {}): Promise<void> {
  app = Fastify({ forceCloseConnections: true });
  drainRequests(app, options);
  const gate = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  [release, begun, isDone] = [gate.resolve, entered.promise, false];
  app.route({ method: ['GET', 'POST'], url: '/slow', handler: slow });
  async function slow(): Promise<string> {
    entered.resolve();
    await gate.promise;
    isDone = true;
    return 'paid';
  }
  app.get('/stream', (_, reply) => {
    void reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' });
    reply.raw.write('data: open\n\n');
  });
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
}

beforeEach(() => open());
afterEach(async () => {
  release();
  await app.close();
});

test('an answer under way is heard to its end although the server closes, and no new connection is taken', async () => {
  const heard = fetch(`${origin}/slow`).then(async (answer) => [await answer.text(), answer.headers.get('connection')]);
  await begun;
  let isClosed = false;
  const closed = app.close().then(() => (isClosed = true));
  await expect
    .poll(
      () =>
        fetch(`${origin}/slow`).then(
          () => 'taken',
          (error: Error) => String(error.cause),
        ),
      { timeout: 5_000 },
    )
    .toContain('ECONNREFUSED');
  expect(isClosed).toBe(false);
  release();
  expect(await heard).toEqual(['paid', 'close']);
  await closed;
});

test('a drain also waits for work of a client that disconnected', async () => {
  const request = http.get(`${origin}/slow`).on('error', () => undefined);
  await begun;
  request.destroy();
  const closed = app.close();
  setTimeout(release, 100);
  await closed;
  expect(isDone).toBe(true);
});

test('a question that has not come whole is not waited for', async () => {
  const request = http.request(`${origin}/slow`, { method: 'POST', headers: { 'content-length': 10 } });
  request.on('error', () => undefined).write('half');
  const began = performance.now();
  await app.close();
  expect(performance.now() - began).toBeLessThan(4_000);
});

test('an event stream is ended, and nobody waits for it', async () => {
  const [stream] = (await once(http.get(`${origin}/stream`), 'response')) as [http.IncomingMessage];
  const ended = new Promise((resolve) => stream.on('error', resolve).on('close', resolve).resume());
  const began = performance.now();
  await app.close();
  await ended;
  expect(performance.now() - began).toBeLessThan(4_000);
});

test('an answer that does not end is cut when its time is over', async () => {
  await app.close();
  await open({ withinMs: 50 });
  const heard = fetch(`${origin}/slow`).then(
    () => 'answered',
    () => 'cut',
  );
  await begun;
  await app.close();
  expect(await heard).toBe('cut');
});

test('an answer of a process that is about to stop ends its connection, and the next one is still taken', async () => {
  await app.close();
  let isStopping = false;
  await open({ isStopping: () => isStopping });
  release();
  const ask = () => fetch(`${origin}/slow`).then((answer) => [answer.status, answer.headers.get('connection')]);
  expect(await ask()).toEqual([200, 'keep-alive']);
  isStopping = true;
  expect([await ask(), await ask()]).toEqual([
    [200, 'close'],
    [200, 'close'],
  ]);
});
