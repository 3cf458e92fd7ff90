import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogPort } from '#src/branding/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import { riskLimits, consumeRate } from '#src/domain/risk/index.server.ts';
import { addressRateSubjects } from '#src/domain/risk/attempt-origin.server.ts';
import type { VirtualClock } from '#src/kernel/time/clock.ts';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import { createDomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { openPages, pagesHost, pagesOrigin, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import { avoidHourEnd } from '#tests/support/clock/avoid-hour-end.ts';

const { freePerAddress, waitSeconds } = riskLimits.leads;
const ip = '177.40.1.1';

let stage: PagesWorld;
let app: FastifyInstance;
let ctx: DomainContext;
let clock: VirtualClock;
beforeAll(async () => {
  stage = await openPages();
  const world = createDomainWorld(stage.database, { catalog: catalogPort(readBrandParts().brands) });
  ({ clock } = world);
  ctx = { ...world.ctx, config: { ...world.ctx.config, risk: { countsPrivateAddresses: true } } };
  app = await stage.serve({ ctx });
});
afterAll(() => stage.close());

const good = { name: 'Maria da Silva', email: 'maria@exemplo.com.br', phone: '(11) 96123-4567', country: 'BR' };
const begin = (browser: string, fields: Record<string, string> = good, url = '/lead?product=ms') =>
  app.inject({
    method: 'POST',
    url,
    remoteAddress: ip,
    headers: {
      host: pagesHost,
      origin: pagesOrigin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
      cookie: `matricula=${browser.padStart(43, 'c')}`,
    },
    payload: new URLSearchParams(fields).toString(),
  });
const counted = async (): Promise<number> => {
  const { rows } = await stage.database.pool.query<{ count: number }>(
    'select count from rate_counters where subject = $1',
    [addressRateSubjects(ctx, 'leads', ip, 1)[0]?.[0]],
  );
  return rows[0]?.count ?? 0;
};

test('an address that begins very many purchases by the form waits for each, and nobody is shut out', async () => {
  avoidHourEnd(clock);
  expect((await begin('first')).statusCode).toBe(303);
  expect((await begin('first', { ...good, name: 'Maria de Souza' })).statusCode).toBe(303);
  expect((await begin('mistaken', { ...good, email: 'no address' })).statusCode).toBe(422);
  expect(await counted()).toBe(1);
  for (let index = 1; index < freePerAddress; index += 1)
    await consumeRate(ctx.db, addressRateSubjects(ctx, 'leads', ip, 1)[0]?.[0] ?? '', freePerAddress, clock.now());

  const waits = await begin('second');
  expect([waits.statusCode, waits.body.includes('lead.error.many'), waits.body.includes(good.email)]).toEqual([
    429,
    true,
    true,
  ]);
  // Pressing again too early makes nothing longer; another browser waits for itself.
  clock.advance((waitSeconds - 1) * 1000);
  expect((await begin('second')).statusCode).toBe(429);
  expect((await begin('third')).statusCode).toBe(429);
  clock.advance(1000);
  expect((await begin('second')).statusCode).toBe(303);
  expect((await begin('third')).statusCode).toBe(429);
  // One turn is one purchase; what is begun may be corrected.
  expect((await begin('second', good, '/lead?product=ms&flowId=downsell')).statusCode).toBe(429);
  expect((await begin('second', { ...good, name: 'Maria Souza' })).statusCode).toBe(303);
});
