import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handleMalformedUrl } from './malformed-url.server.ts';

const app = Fastify({ frameworkErrors: handleMalformedUrl, routerOptions: { maxParamLength: 20 } });
beforeAll(async () => {
  app.get('/api/v1/lead/:id', async () => ({}));
  app.post('/api/v1/lead/:id', async () => ({}));
  app.get('/recovery/:id', async () => ({}));
  await app.ready();
});
afterAll(() => app.close());

const long = 'a'.repeat(500);

describe('an address that reaches no route', () => {
  test.each([
    ['GET', '/api/v1/lead/%ff?email=ana@example.com', 400, 'request-malformed'],
    ['POST', '/api/v1/lead/%ff', 400, 'request-malformed'],
    ['GET', `/api/v1/lead/${long}`, 404, 'not-found'],
  ] as const)('%s %s: a problem document that repeats nothing of it', async (method, url, status, code) => {
    const answer = await app.inject({ method, url });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.json()).toMatchObject({ code, status });
    expect(answer.body).not.toContain('example.com');
    expect(answer.body).not.toContain('aaaa');
  });

  test.each([
    ['GET', '/recovery/%ff?email=ana@example.com', 307],
    ['GET', `/recovery/${long}`, 307],
    ['POST', '/%E0%A4%A', 303],
  ] as const)('%s %s: the page for errors', async (method, url, status) => {
    const answer = await app.inject({ method, url });
    expect([answer.statusCode, answer.headers.location]).toEqual([status, '/generic-error']);
  });
});
