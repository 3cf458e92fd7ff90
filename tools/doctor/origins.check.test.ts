import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import tls from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCertificate } from '#tests/support/http/certificate.ts';
import { installationOf, linesOf } from '#tests/support/fixtures/doctor-installation.ts';
import { checkOrigins } from './origins.check.ts';

const certificate = makeCertificate('checkout.example');
let server: tls.Server;
let port: number;
const authorities = tls.getCACertificates('default');
beforeAll(async () => {
  server = tls.createServer({ ...certificate, ALPNProtocols: ['http/1.1'] }, (socket) => socket.end());
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  tls.setDefaultCACertificates(authorities);
  server.close();
});

/** What is said about the checkout's origin. */
async function look(origin: string, aheadMs = 0): Promise<readonly string[]> {
  const findings = await checkOrigins(installationOf({ APP_ENV: 'test', PUBLIC_ORIGIN: origin }, aheadMs));
  return linesOf(findings.filter(({ subject }) => subject.startsWith('PUBLIC_ORIGIN')));
}

test('a certificate of an unknown authority is wrong, a proxy without HTTP/2 a warning', async () => {
  const origin = `https://127.0.0.1:${port}`;
  expect(await look(origin)).toEqual([
    `wrong PUBLIC_ORIGIN ${origin}: its certificate is from an unknown authority (DEPTH_ZERO_SELF_SIGNED_CERT)`,
    `warning PUBLIC_ORIGIN ${origin}: no HTTP/2: a page’s files wait for each other`,
  ]);
});

test('a certificate of a known authority is measured by its name and its days', async () => {
  tls.setDefaultCACertificates([...authorities, certificate.cert]);
  expect((await look(`https://localhost:${port}`))[0]).toContain('its certificate is for another name');
  expect((await look(`https://127.0.0.1:${port}`))[0]).toContain('its certificate ends in 0 days');
  expect((await look(`https://127.0.0.1:${port}`, 2 * 3_600_000))[0]).toContain('its certificate ended on');
});

test('a name without an address, a closed port and missing TLS are wrong', async () => {
  expect((await look('https://checkout.invalid'))[0]).toContain('the name has no address');
  expect((await look('https://127.0.0.1:9'))[0]).toContain('no TLS at 127.0.0.1: ');
  const { env, now } = installationOf({});
  const [first] = await checkOrigins({ env: { ...env, appEnv: 'homolog' }, now });
  expect(first).toMatchObject({ state: 'wrong', found: 'buyers would send data without TLS' });
});
