import http from 'node:http';
import net from 'node:net';
import { describe, expect, test } from 'vitest';
import { client, ends, listening, sockets, whole } from '#tests/support/http/test-server.ts';
import type { createHttpClient } from './http-client.server.ts';

async function served(handler: http.RequestListener, options: Partial<Parameters<typeof createHttpClient>[0]> = {}) {
  const server = http.createServer(handler);
  const origin = await listening(server);
  ends.push(() => server.closeAllConnections());
  return client(origin, options);
}

describe('an answer', () => {
  test('carries status, headers and JSON; the request its path, query, headers and body', async () => {
    const acquirer = await served(
      (request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          response.writeHead(201, { 'content-type': 'application/json', 'x-id': '7' });
          const { method, url, headers } = request;
          response.end(
            JSON.stringify({ method, url, key: headers['idempotency-key'], body: Buffer.concat(chunks).toString() }),
          );
        });
      },
      { headers: { authorization: 'Basic abc' } },
    );
    const answer = await acquirer.call({
      method: 'POST',
      path: '/charges',
      query: { merchantOrderId: 'a b&c' },
      headers: { 'Idempotency-Key': 'att_1' },
      json: { amount: 100, name: 'São' },
    });
    expect(answer).toMatchObject({
      kind: 'status',
      status: 201,
      headers: { 'x-id': '7' },
      json: {
        method: 'POST',
        url: '/base/charges?merchantOrderId=a+b%26c',
        key: 'att_1',
        body: '{"amount":100,"name":"São"}',
      },
    });
  });

  test.each([400, 404, 409, 500, 503])('of status %i is an answer too', async (status) => {
    const bank = await served((_, response) => response.writeHead(status).end('<h1>no</h1>'));
    expect(await bank.call({ method: 'GET', path: '/x' })).toMatchObject({ kind: 'status', status, json: undefined });
  });

  test('that redirects is not followed', async () => {
    let calls = 0;
    const bank = await served((_, response) => {
      calls += 1;
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect(await bank.call({ method: 'GET', path: '/x' })).toMatchObject({ kind: 'status', status: 302 });
    expect(calls).toBe(1);
  });

  test('forms go urlencoded', async () => {
    const bank = await served((request, response) => {
      request.on('data', (chunk: Buffer) =>
        response.end(JSON.stringify([request.headers['content-type'], chunk.toString()])),
      );
    });
    const answer = await bank.call({
      method: 'POST',
      path: '/oauth/token',
      form: { grant_type: 'client_credentials', scope: 'a b' },
    });
    expect(answer).toMatchObject({
      json: ['application/x-www-form-urlencoded', 'grant_type=client_credentials&scope=a+b'],
    });
  });

  test('comes over a kept connection the second time', async () => {
    const ports = new Set<number | undefined>();
    const bank = await served((request, response) => {
      ports.add(request.socket.remotePort);
      response.end('{}');
    });
    for (let round = 0; round < 5; round += 1) await bank.call({ method: 'GET', path: '/x' });
    expect(ports.size).toBe(1);
  });
});

describe('nothing was sent', () => {
  test('when the connection is refused', async () => {
    const server = net.createServer();
    const origin = await listening(server);
    server.close();
    expect(await client(origin).call({ method: 'POST', path: '/x', json: {} })).toEqual({
      kind: 'not-sent',
      reason: 'refused',
    });
  });

  test('when the name is unknown', async () => {
    const answer = await client('http://bank.invalid').call({ method: 'POST', path: '/x', json: {} });
    expect(answer).toMatchObject({ kind: 'not-sent' });
  });

  test('when the other side speaks no TLS', async () => {
    const origin = await listening(net.createServer((socket) => void socket.end('hello')));
    const answer = await client(origin.replace('http:', 'https:')).call({ method: 'POST', path: '/x', json: {} });
    expect(answer).toMatchObject({ kind: 'not-sent' });
  });

  test('when TLS never gets ready', async () => {
    const origin = await listening(net.createServer((socket) => void ends.push(() => socket.destroy())));
    const answer = await client(origin.replace('http:', 'https:'), { connectMs: 50 }).call({
      method: 'POST',
      path: '/x',
      json: {},
    });
    expect(answer).toEqual({ kind: 'not-sent', reason: 'timed-out' });
  });
});

describe('the outcome is unknown', () => {
  test('when no answer comes within the budget', async () => {
    // Long enough to connect on any machine: otherwise nothing would be sent.
    const bank = await served(() => undefined, { budgetMs: 500 });
    expect(await bank.call({ method: 'POST', path: '/x', json: {} })).toEqual({
      kind: 'no-answer',
      reason: 'timed-out',
    });
  });

  test('when the answer trickles in beyond the budget', async () => {
    const bank = await served((_, response) => {
      const timer = setInterval(() => response.write('1'), 10);
      ends.push(() => clearInterval(timer));
    });
    const began = performance.now();
    expect(await bank.call({ method: 'GET', path: '/x', budgetMs: 500 })).toEqual({
      kind: 'no-answer',
      reason: 'timed-out',
    });
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  test('when the connection breaks after the request', async () => {
    const origin = await sockets((socket) => socket.resetAndDestroy());
    expect(await client(origin).call({ method: 'POST', path: '/x', json: {} })).toEqual({
      kind: 'no-answer',
      reason: 'broken-off',
    });
  });

  test('when the answer breaks off in the middle', async () => {
    const origin = await sockets((socket) => socket.end(whole.replace('length: 2', 'length: 200')));
    expect(await client(origin).call({ method: 'GET', path: '/x' })).toEqual({
      kind: 'no-answer',
      reason: 'broken-off',
    });
  });

  test('when the answer is larger than allowed', async () => {
    const bank = await served((_, response) => response.end('x'.repeat(5_000)), { maxResponseBytes: 1_000 });
    expect(await bank.call({ method: 'GET', path: '/x' })).toEqual({ kind: 'no-answer', reason: 'too-large' });
  });
});
