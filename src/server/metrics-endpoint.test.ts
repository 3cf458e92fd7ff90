import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { createMetrics } from '#src/platform/telemetry/metrics.server.ts';
import { serveMetrics, measureResponses } from './metrics-endpoint.server.ts';

let app: FastifyInstance;
afterEach(() => app.close());

function serve(token: string | null, isOpen: boolean): FastifyInstance {
  const metrics = createMetrics();
  app = Fastify();
  measureResponses(app, metrics);
  serveMetrics(app, { metrics, token, isOpen });
  app.get('/payment/:id', () => 'ok');
  return app;
}

async function read(headers: Record<string, string> = {}): Promise<number> {
  return (await app.inject({ url: '/metrics', headers })).statusCode;
}

describe('/metrics', () => {
  test('is not there for strangers', async () => {
    serve('a-token-of-the-test', false);
    expect(await read()).toBe(404);
    expect(await read({ authorization: 'Bearer a-token-of-the-tesx' })).toBe(404);
    expect(await read({ authorization: 'a-token-of-the-test' })).toBe(404);
    expect(await read({ authorization: 'Bearer ' })).toBe(404);
    expect(await read({ authorization: 'Bearer a-token-of-the-test' })).toBe(200);
  });

  test('is not there without a token, unless nobody else reaches the server', async () => {
    serve(null, false);
    expect(await read()).toBe(404);
    expect(await read({ authorization: 'Bearer null' })).toBe(404);
    await app.close();
    serve(null, true);
    expect(await read()).toBe(200);
  });

  test('asks for the token even where it could be open', async () => {
    serve('a-token-of-the-test', true);
    expect(await read()).toBe(404);
  });

  test('counts answers by the pattern of their address, never by the address', async () => {
    serve(null, true);
    await app.inject('/payment/pay_secret?email=maria@exemplo.com.br');
    await app.inject('/nowhere/maria');
    const { body } = await app.inject('/metrics');
    expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/payment/:id",status="200"} 1');
    expect(body).toContain('http_request_duration_seconds_count{method="GET",route="none",status="404"} 1');
    expect(body).not.toMatch(/pay_secret|maria/);
  });
});
