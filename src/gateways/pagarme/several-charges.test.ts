import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import { createPagarmeGateway } from './gateway.server.ts';

const made = { code: 'att_1', amount: 114_000, currency: 'BRL', payment_method: 'credit_card' };
const step = { transaction_type: 'credit_card', amount: 114_000, created_at: '2026-11-20T11:59:58Z' };
const paid = { id: 'ch_paid', status: 'paid', last_transaction: { ...step, id: 'tran_1', status: 'captured' } };
const refused = {
  id: 'ch_refused',
  status: 'failed',
  last_transaction: { ...step, id: 'tran_2', status: 'not_authorized' },
};
const waiting = {
  id: 'ch_held',
  status: 'pending',
  last_transaction: { ...step, id: 'tran_3', status: 'authorized_pending_capture' },
};

let server: http.Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** The answer for an attempt with these charges, the newest first, limited by the requested count. */
async function answerFor(charges: readonly object[]) {
  server = http.createServer((request, response) => {
    const size = Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('size'));
    const data = charges.slice(0, size).map((one) => ({ ...made, ...one }));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const gateway = createPagarmeGateway({
    ...{ baseUrl: `http://127.0.0.1:${port}`, secretKey: 'sk', publicKey: 'pk', clock: new VirtualClock() },
    notifications: { user: 'u', passwords: [] },
  });
  const amount = { amount: 114_000n, currency: 'BRL' } as const;
  return gateway.find({ attemptId: 'att_1', serial: 1n, reference: null, amount });
}

test.each([
  ['took money', paid, 'captured'],
  ['holds money', waiting, 'authorized'],
])('of several charges of one attempt the one that %s is heard of, however new another is', async (_, good, state) => {
  const answer = await answerFor([refused, refused, good]);
  expect(answer).toMatchObject({ kind: 'fact', fact: { state, reference: good.id } });
});

test('the newest of several declined charges is reported', async () => {
  const answer = await answerFor([{ ...refused, id: 'ch_newest' }, refused]);
  expect(answer).toMatchObject({ kind: 'fact', fact: { state: 'declined', reference: 'ch_newest' } });
});

test('a charge of another attempt is not believed', async () => {
  expect(await answerFor([{ ...paid, code: 'att_2' }])).toEqual({ kind: 'silent', reason: 'mismatch-order' });
});
