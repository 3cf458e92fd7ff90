import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CspReportCollector } from '#src/platform/telemetry/csp-report-collector.server.ts';
import { startCardFields } from './card-fields.server.ts';
import { buildCardFields } from '#tests/support/browser/build-card-fields.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'card-fields-reports-'));
  await buildCardFields(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The client addresses of the reports of two buyers, as the collector receives them. */
async function reportAddresses(trustedProxies?: readonly string[]): Promise<readonly string[]> {
  const taken: string[] = [];
  const collector: CspReportCollector = { take: (_, { address }) => taken.push(address) > 0 };
  const server = await startCardFields({
    ...{
      port: 0,
      host: '127.0.0.1',
      checkoutOrigins: [],
      themeCss: () => null,
      cardTokenizations: {},
      assetsDir: folder,
    },
    ...(trustedProxies ? { trustedProxies } : {}),
    cspReports: { collector, origin: 'https://cards.example' },
  });
  for (const buyer of ['192.0.2.1', '192.0.2.2']) {
    const headers = { 'content-type': 'application/reports+json', 'x-forwarded-for': buyer };
    const { status } = await fetch(`${server.origin}/policy-reports`, { method: 'POST', headers, body: '[]' });
    expect(status).toBe(204);
  }
  await server.close();
  return taken;
}

test('a proxy of ours says whose report it passes on', async () => {
  expect(await reportAddresses(['127.0.0.1'])).toEqual(['192.0.2.1', '192.0.2.2']);
});

test('an unknown proxy is not believed about an address', async () => {
  expect(await reportAddresses()).toEqual(['127.0.0.1', '127.0.0.1']);
  expect(await reportAddresses(['198.51.100.7'])).toEqual(['127.0.0.1', '127.0.0.1']);
});

test('more connections than it may hold are closed as they come', async () => {
  const server = await startCardFields({
    ...{
      port: 0,
      host: '127.0.0.1',
      checkoutOrigins: [],
      themeCss: () => null,
      cardTokenizations: {},
      assetsDir: folder,
    },
    maxConnections: 3,
  });
  const sockets = Array.from({ length: 8 }, () => connect(Number(new URL(server.origin).port), '127.0.0.1'));
  let closed = 0;
  for (const socket of sockets) socket.on('error', () => undefined).on('close', () => (closed += 1));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  await expect.poll(() => closed).toBe(5);
  for (const socket of sockets) socket.destroy();
  await server.close();
});
