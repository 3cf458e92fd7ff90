import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import http from 'node:http';
import fastify from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { serveProxyMirror } from '#src/apps/checkout/site/proxy-mirror.server.ts';
import { installationOf, linesOf } from '#tests/support/fixtures/doctor-installation.ts';
import { checkProxy } from './proxy.check.ts';

const token = 'token-of-the-collector-0000000000000001';
const proxies: http.Server[] = [];
const product = fastify({ trustProxy: ['127.0.0.1'] });
let productPort: number;
beforeAll(async () => {
  serveProxyMirror(product, token);
  product.get('/readiness', () => ({ status: 'ready' }));
  product.get('/', ({ headers }, reply) =>
    reply.code(headers.host === 'another-name.example' ? 421 : 200).send('page'),
  );
  await product.listen({ host: '127.0.0.1', port: 0 });
  productPort = (product.server.address() as AddressInfo).port;
});
afterAll(() => product.close());
afterEach(() => {
  for (const proxy of proxies.splice(0)) proxy.close();
});

/** A proxy that changes headers on their way, and may hold an answer back until it is whole. */
async function openProxy(
  change: (headers: http.IncomingHttpHeaders, from: string) => http.OutgoingHttpHeaders,
  gathers = false,
): Promise<string> {
  const proxy = http.createServer((request, response) => {
    const headers = change(request.headers, request.socket.remoteAddress ?? '');
    const onward = http.request({ port: productPort, path: request.url, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      if (!gathers) return answer.pipe(response);
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      return answer.on('end', () => response.end(Buffer.concat(parts)));
    });
    onward.end();
  });
  proxies.push(proxy);
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

async function look(origin: string, aheadMs = 0): Promise<readonly string[]> {
  const source = { PUBLIC_ORIGIN: origin, METRICS_TOKEN: token, TRUSTED_PROXIES: '127.0.0.1' };
  const findings = await checkProxy(installationOf({ APP_ENV: 'test', ...source }, aheadMs));
  return linesOf(findings.filter(({ state }) => state !== 'ok'));
}

test('a proxy that keeps Host, sets the visitor’s address and passes events on is right', async () => {
  const origin = await openProxy((headers, from) => ({ ...headers, 'x-forwarded-for': from }));
  expect(await look(origin)).toEqual([]);
});

test('a proxy that replaces Host, believes visitors and gathers events is told of each', async () => {
  const origin = await openProxy((headers) => ({ ...headers, host: 'product.internal' }), true);
  expect(await look(origin)).toEqual([
    'wrong Host: a page answers under another name (200)',
    `wrong Host: the product is asked for product.internal in place of ${new URL(origin).host}`,
    'wrong event streams: the proxy gathers events: a buyer would not see that the money came',
    'wrong X-Forwarded-For: a visitor can pretend to have any address',
  ]);
});

test('a clock that differs from the answer’s is wrong, and so is a product that does not answer', async () => {
  const origin = await openProxy((headers, from) => ({ ...headers, 'x-forwarded-for': from }));
  expect((await look(origin, 60_000))[0]).toMatch(/its clock differs from this one’s by -(59|60|61) s$/);
  expect((await look('http://127.0.0.1:9'))[0]).toContain('wrong GET http://127.0.0.1:9: nothing answers: ');
});
