import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { guardAnswers } from './guard-answers.server.ts';

async function serverAt(publicOrigin: string, takesLoopback: boolean) {
  const app = Fastify();
  guardAnswers(app, { publicOrigin, takesLoopback });
  app.get('/readiness', async () => 'ready');
  app.get('/thing', async () => 'thing');
  app.get('/broken', async () => {
    throw new Error('broken');
  });
  app.get('/own', async (_request, reply) => reply.header('content-security-policy', "default-src 'self'").send('own'));
  await app.ready();
  return (url: string, host: string) => app.inject({ url, headers: { host } });
}

describe('behind TLS', () => {
  test.each(['/thing', '/broken', '/nowhere', '/readiness'])('%s carries strict headers', async (url) => {
    const ask = await serverAt('https://pay.example', false);
    const { headers } = await ask(url, 'pay.example');
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  test('a route may say something stricter or wider of itself', async () => {
    const ask = await serverAt('https://pay.example', false);
    expect((await ask('/own', 'pay.example')).headers['content-security-policy']).toBe("default-src 'self'");
  });

  test.each(['localhost', '127.0.0.1:3000', 'pay.example.evil.example', 'x.dev.example', 'pay.example:8443', ''])(
    'the host “%s” is not ours: 421, with the same headers, and nothing is said of it',
    async (host) => {
      const ask = await serverAt('https://pay.example', false);
      const answer = await ask('/thing', host);
      expect(answer.statusCode).toBe(421);
      expect(answer.body).toBe('Misdirected request');
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      // Whoever watches the process asks by its address.
      expect((await ask('/readiness', host)).statusCode).toBe(200);
    },
  );

  test('capitals and the header of a proxy change nothing', async () => {
    const ask = await serverAt('https://pay.example', false);
    expect((await ask('/thing', 'PAY.example')).statusCode).toBe(200);
  });
});

test('a caller of the API hears of a wrong host in a problem document', async () => {
  const ask = await serverAt('https://pay.example', false);
  const answer = await ask('/api/v1/lead', 'evil.example');
  expect(answer.statusCode).toBe(421);
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(answer.json()).toMatchObject({ code: 'host-unknown', status: 421 });
});

test('where nobody else comes, this machine’s own names are ours', async () => {
  const ask = await serverAt('http://localhost:3000', true);
  for (const host of ['localhost:3000', 'localhost:4711', '127.0.0.1:3000', '[::1]:3000'])
    expect([host, (await ask('/thing', host)).statusCode]).toEqual([host, 200]);
  for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.nip.io', '127.0.0.1:x'])
    expect([host, (await ask('/thing', host)).statusCode]).toEqual([host, 421]);
});
