import net from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { silentLog } from '../../log/log.server.ts';
import { guardRequests } from './request-guard.server.ts';

test('a client that disconnects during the answer is still known by its address', async () => {
  const app = Fastify();
  guardRequests(app, { publicOrigin: 'http://pay.example', allowsLoopback: true, log: silentLog });
  const begun = Promise.withResolvers<undefined>();
  const seen = Promise.withResolvers<string>();
  app.post('/lead', async (request, reply) => {
    const isGone = new Promise<void>((gone) => void request.raw.socket.once('close', () => gone()));
    begun.resolve(undefined);
    await isGone;
    seen.resolve(request.ip);
    return reply.send({});
  });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const client = net.connect(Number(port), '127.0.0.1');
  client.write(
    'POST /lead HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
  );
  await begun.promise;
  client.destroy();
  expect(await seen.promise).toBe('127.0.0.1');
  await app.close();
});

test('a request whose address is unknown after a disconnect is not handled', async () => {
  const app = Fastify();
  guardRequests(app, { publicOrigin: 'http://pay.example', allowsLoopback: true, log: silentLog });
  const seen: unknown[] = [];
  app.get('/lead', async (request, reply) => {
    seen.push(request.ip);
    return reply.send({});
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  for (let count = 0; count < 30; count += 1) {
    const client = net.connect(Number(new URL(address).port), '127.0.0.1');
    client.on('error', () => undefined);
    const isGone = new Promise<void>((gone) => void client.once('close', () => gone()));
    client.write('GET /lead HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n', () => void client.resetAndDestroy());
    await isGone;
  }
  expect((await fetch(`${address}/lead`)).status).toBe(200);
  expect(new Set(seen)).toEqual(new Set(['127.0.0.1']));
  await app.close();
});
