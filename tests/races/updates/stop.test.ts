import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deep } from '#tests/support/depth.ts';
import { buyByApi } from '#tests/support/fixtures/api-sale.server.ts';
import { type OwnProduct, startOwnProduct } from '#tests/support/processes/own-product.server.ts';
import { isAlive } from '#tests/support/processes/product.server.ts';

const delaySeconds = 4;
let own: OwnProduct;
beforeAll(async () => {
  own = await startOwnProduct('stop', { env: { STOP_DELAY_SECONDS: String(delaySeconds) } });
});
afterAll(() => own.close());

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly isReused: boolean;
}

/** One request over an agent that keeps its connections; the reason where there was no answer. */
function ask(agent: http.Agent, path: string, cookie = ''): Promise<Answer | string> {
  return new Promise((resolve) => {
    const request = http.get(own.product.checkout + path, { agent, headers: { cookie } }, (answer) => {
      let body = '';
      answer.on('data', (chunk: Buffer) => (body += chunk.toString()));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body, isReused: request.reusedSocket }));
    });
    request.on('error', ({ message }) => resolve(message));
  });
}

test('a process that is told to stop says so first, and fails nobody who hears it', deep, async () => {
  const { product } = own;
  const sale = await buyByApi(product, { email: 'parada@exemplo.com.br' });
  const cookie = sale.visitor.cookie ?? '';
  const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
  const probe = new http.Agent({ keepAlive: true });

  let streamEndedAt = Infinity;
  const stream = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const path = `/api/v1/order/${sale.id}/events`;
    http
      .get(product.checkout + path, { headers: { cookie, accept: 'text/event-stream' } }, resolve)
      .on('error', reject);
  });
  expect(stream.statusCode).toBe(200);
  stream.on('error', () => undefined).on('close', () => (streamEndedAt = performance.now()));
  stream.resume();

  // What a proxy does: it asks whether the process is ready, and sends visitors there for as long as it says so.
  let isSending = true;
  const answers: (Answer | string)[] = [];
  const visitors = Array.from({ length: 4 }, async () => {
    while (isSending) answers.push(await ask(agent, `/api/v1/order/${sale.id}/status`, cookie));
  });
  await sleep(500);
  expect(await ask(probe, '/readiness')).toMatchObject({ status: 200 });

  process.kill(product.pid, 'SIGTERM');
  const toldAt = performance.now();
  await expect
    .poll(async () => (await ask(probe, '/readiness')) as Answer, { interval: 20 })
    .toMatchObject({ status: 503 });
  const saidAfterMs = performance.now() - toldAt;
  const said = (await ask(probe, '/readiness')) as Answer;
  expect(JSON.parse(said.body)).toEqual({ status: 'not-ready', reason: 'stopping' });
  // A proxy that asks every two seconds hears of it late: until then it sends on.
  await sleep(2_000);
  const before = answers.length;
  expect(before).toBeGreaterThan(50);
  isSending = false;
  await Promise.all(visitors);
  const late = await ask(agent, `/api/v1/order/${sale.id}/status`, cookie);
  expect(answers.filter((answer) => typeof answer === 'string' || answer.status !== 200)).toEqual([]);
  expect(late).toMatchObject({ status: 200, isReused: false });

  await expect.poll(() => isAlive(product.pid), { timeout: 20_000 }).toBe(false);
  expect(saidAfterMs).toBeLessThan(500);
  // The stream stays as long as the ports are open.
  expect(streamEndedAt - toldAt).toBeGreaterThan(delaySeconds * 1000 - 200);
  expect(await ask(agent, '/readiness')).toMatch(/ECONNREFUSED/);
  process.stdout.write(`${answers.length} answers, 0 failed; not ready after ${saidAfterMs.toFixed(0)} ms\n`);
});
