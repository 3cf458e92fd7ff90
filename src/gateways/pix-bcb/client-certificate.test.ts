import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import { makeCertificate } from '#tests/support/http/certificate.ts';
import { createPixClient, type PixClientConfig } from './pix-client.server.ts';

const bank = makeCertificate('bank.test');
const shop = makeCertificate('shop.test');
let server: https.Server;
beforeAll(async () => {
  server = https.createServer(
    { ...bank, ca: shop.cert, requestCert: true, rejectUnauthorized: true },
    (request, response) => {
      request.resume();
      const body = request.url === '/oauth/token' ? { access_token: 'token', expires_in: 300 } : { pix: [] };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** What the bank's list answers to a client with these files. */
async function ask(tls: PixClientConfig['tls']) {
  const { port } = server.address() as AddressInfo;
  const own = { clientId: 'shop', clientSecret: 'secret', clock: new VirtualClock(), ...(tls ? { tls } : {}) };
  return createPixClient({ baseUrl: `https://127.0.0.1:${port}`, ...own })({ method: 'GET', path: '/v2/pix' });
}

test('the bank sees our certificate, and we see that it is the bank', async () => {
  expect(await ask({ ...shop, ca: bank.cert })).toMatchObject({ kind: 'status', status: 200, json: { pix: [] } });
});

test.each([
  ['without a certificate', { ca: bank.cert }],
  ['with another one', { ...makeCertificate('shop.test'), ca: bank.cert }],
  ['where the bank is not the one to be trusted', { ...shop, ca: makeCertificate('bank.test').cert }],
  ['where nobody said whom to trust', shop],
])('%s no call is made', async (_name, tls) => {
  expect(await ask(tls)).not.toHaveProperty('status');
});
