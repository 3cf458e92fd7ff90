import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { ChargeRequest, GatewayPort } from '#src/domain/payments/index.ts';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import { plainId } from './pix-ids.ts';
import { createPixGateway } from './gateway.server.ts';

const attemptId = 'att_AAAAAAAAAAAAAAAAAAAAAA';
const txid = plainId(attemptId);
const idRec = 'RR1234567820261122abcdefghijk';
const shown: Readonly<Record<string, object>> = {
  [`/v2/cob/${txid}`]: {
    ...{ txid, status: 'ATIVA', chave: 'chave@escola.com', pixCopiaECola: '000201' },
    valor: { original: '1140.00' },
  },
  [`/v2/cobr/${txid}`]: {
    ...{ idRec, txid, status: 'CRIADA' },
    calendario: { dataDeVencimento: '2026-12-22' },
    valor: { original: '1140.00' },
  },
};

let server: http.Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A bank whose connection breaks during a charge; it finds the charge at the repeat, if it had made it. */
async function openBank(isMade: boolean): Promise<GatewayPort> {
  const puts = new Set<string>();
  server = http.createServer((request, response) => {
    const json = (status: number, body: object): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const path = request.url ?? '';
    request.resume().on('end', () => {
      if (path === '/oauth/token') return json(200, { access_token: 't', expires_in: 3_600 });
      if (!shown[path]) return json(200, {});
      if (request.method === 'GET') return isMade && puts.has(path) ? json(200, shown[path]) : json(404, {});
      if (puts.has(path)) return json(400, { type: 'https://pix.bcb.gov.br/api/v2/error/CobRJaExiste' });
      puts.add(path);
      return request.socket.resetAndDestroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const gateway = createPixGateway({
    ...{ baseUrl: `http://127.0.0.1:${port}`, clientId: 'a', clientSecret: 'b', key: 'chave@escola.com' },
    ...{ notificationKeys: [], addressSecret: 'secret', account: { agency: '1', number: '2' }, payee },
    clock: new VirtualClock(),
  });
  // One connection is kept from here on, and only the charge uses it.
  await gateway.announce?.(charge.notificationUrl);
  return gateway;
}

const payee = { name: 'Escola Matrícula Ltda', document: '12345678000195' };
const charge = {
  ...{ attemptId, serial: 1n, method: 'pix', installments: 1, description: 'Curso', capture: 'at-once', market: 'BR' },
  amount: { amount: 114_000n, currency: 'BRL' },
  payer: { name: 'Maria da Silva', email: 'maria@example.com' },
  ...{ locale: 'pt-BR', expiresAt: new VirtualClock().now(), details: {} },
  ...{ notificationUrl: 'http://127.0.0.1:1/n', buyerReturnUrl: '', challengeReturnUrl: '' },
} as const satisfies ChargeRequest;
const cycle = { ...charge, details: { collect: { reference: idRec, dueOn: '2026-12-22' } } };

test.each([
  ['charge', charge, { brCode: '000201', payee }],
  ['charge of a cycle', cycle, { dueOn: '2026-12-22' }],
])(
  'a %s that was made although its connection broke is no refusal when it was sent again',
  async (_, asked, registered) => {
    const bank = await openBank(true);
    expect(await bank.start(asked)).toMatchObject({ fact: { state: 'awaiting-buyer', instructions: registered } });
  },
);

test.each([
  ['charge', charge],
  ['charge of a cycle', cycle],
])('a %s that was refused both times is refused', async (_, asked) => {
  const bank = await openBank(false);
  const decline = { code: 'gateway-refused', raw: 'CobRJaExiste' };
  expect(await bank.start(asked)).toMatchObject({ fact: { state: 'failed', decline } });
});
