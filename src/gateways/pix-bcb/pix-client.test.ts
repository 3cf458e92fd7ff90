import { once } from 'node:events';
import http from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import { createPixClient } from './pix-client.server.ts';

const servers: http.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface Bank {
  readonly url: string;
  tokens: number;
  /** Tokens that it accepts; all when null. */
  good: ReadonlySet<string> | null;
  calls: string[];
}

/** A bank that hands out numbered tokens good for an hour. */
async function openBank(): Promise<Bank> {
  const bank = { url: '', tokens: 0, good: null as ReadonlySet<string> | null, calls: [] as string[] };
  const server = http.createServer((request, response) => {
    const { authorization = '' } = request.headers;
    const json = (status: number, body: object): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    request.resume().on('end', () => {
      if (request.url === '/oauth/token') {
        bank.tokens += 1;
        json(200, { access_token: `t${bank.tokens}`, token_type: 'Bearer', expires_in: 3_600 });
        return;
      }
      bank.calls.push(authorization);
      json(bank.good === null || bank.good.has(authorization) ? 200 : 401, {});
    });
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return Object.assign(bank, { url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}` });
}

const ask = { method: 'GET', path: '/v2/cob/x' } as const;

describe('access tokens', () => {
  test('are asked for once by many calls and kept until shortly before their end', async () => {
    const bank = await openBank();
    const clock = new VirtualClock();
    const call = createPixClient({ baseUrl: bank.url, clientId: 'a', clientSecret: 'b', clock });
    await Promise.all(Array.from({ length: 20 }, () => call(ask)));
    expect(bank.tokens).toBe(1);
    clock.advance(3_530_000);
    await call(ask);
    expect(bank.tokens).toBe(1);
    clock.advance(15_000);
    await call(ask);
    expect(bank.tokens).toBe(2);
  });

  test('that the bank has forgotten are replaced once, and no more', async () => {
    const bank = await openBank();
    const call = createPixClient({ baseUrl: bank.url, clientId: 'a', clientSecret: 'b', clock: new VirtualClock() });
    await call(ask);
    bank.good = new Set(['Bearer t2']);
    expect(await call(ask)).toMatchObject({ kind: 'status', status: 200 });
    bank.good = new Set();
    expect(await call(ask)).toEqual({ kind: 'unreachable', reason: 'status-401' });
    expect(bank.tokens).toBe(3);
  });

  test('that cannot be had mean that nothing was asked of the bank', async () => {
    const bank = await openBank();
    servers[0]?.removeAllListeners('request').on('request', (request, response) => {
      request.resume().on('end', () => response.writeHead(500).end());
    });
    const call = createPixClient({ baseUrl: bank.url, clientId: 'a', clientSecret: 'b', clock: new VirtualClock() });
    expect(await call(ask)).toEqual({ kind: 'unreachable', reason: 'token-status-500' });
    expect(bank.calls).toEqual([]);
  });

  test('and the call share one budget of time', async () => {
    const bank = await openBank();
    servers[0]
      ?.removeAllListeners('request')
      .on('request', (request: http.IncomingMessage, response: http.ServerResponse) => {
        const isToken = request.url === '/oauth/token';
        const answer = (): void => void response.end(JSON.stringify({ access_token: 't', expires_in: 3_600 }));
        request.resume().on('end', () => void (isToken ? setTimeout(answer, 1_500) : undefined));
      });
    const call = createPixClient({
      baseUrl: bank.url,
      clientId: 'a',
      clientSecret: 'b',
      clock: new VirtualClock(),
      budgetMs: 3_000,
    });
    const began = performance.now();
    expect(await call(ask)).toEqual({ kind: 'silent', reason: 'timed-out' });
    // With one budget per call it would end after 4 500.
    expect(performance.now() - began).toBeLessThan(4_450);
  });
});
