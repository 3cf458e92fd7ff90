import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { addressGroup, networkGroup } from '#src/kernel/http/server/address-group.ts';
import { beginPurchase, cardToken, createAbuseWorld, payByCard } from './abuse-world.server.ts';

/** As the product makes its server. */
async function seenFrom(trustedProxies: readonly string[], remoteAddress: string, forwarded: string): Promise<string> {
  const app = Fastify({ trustProxy: trustedProxies.length > 0 && [...trustedProxies] });
  app.get('/', (request) => request.ip);
  const headers = { 'x-forwarded-for': forwarded };
  const { payload } = await app.inject({ method: 'GET', url: '/', remoteAddress, headers });
  await app.close();
  return payload;
}

test('row 33: what a buyer writes into X-Forwarded-For counts for nothing', async () => {
  const own = '177.1.2.3';
  expect(await seenFrom([], own, '8.8.8.8')).toBe(own);
  expect(await seenFrom(['10.0.0.0/8'], own, '8.8.8.8')).toBe(own);
  // The proxy writes the address that it saw behind what the buyer claims.
  expect(await seenFrom(['10.0.0.0/8'], '10.1.1.1', `8.8.8.8, 9.9.9.9, ${own}`)).toBe(own);
  expect(await seenFrom(['10.0.0.0/8'], '10.1.1.1', `8.8.8.8, ${own}, 10.2.2.2`)).toBe(own);
});

test('row 33: another address of the same IPv6 network is the same customer', async () => {
  expect(addressGroup('2804:14c:65:9::1')).toBe(addressGroup('2804:14c:65:9:ffff:1:2:3'));
  expect(addressGroup('2804:14c:65:9::1')).not.toBe(addressGroup('2804:14c:65:a::1'));
  expect(networkGroup('2804:14c:65:9::1')).toBe(networkGroup('2804:14c:65:a::1'));
  expect(networkGroup('177.1.2.3')).toBe(networkGroup('177.1.2.200'));
  const world = await createAbuseWorld();
  try {
    for (let index = 1; index <= 30; index += 1) {
      const caller = world.from(`2804:14c:65:9::${index.toString(16)}`);
      const lead = await beginPurchase(caller, `nome.${index}@correio.com.br`);
      if (typeof lead === 'string') await payByCard(caller, lead, cardToken('thief', 'bad'));
    }
    expect(world.gateway.countOf('thief')).toBeGreaterThan(0);
    expect(world.gateway.countOf('thief')).toBeLessThanOrEqual(10);
  } finally {
    await world.close();
  }
});
