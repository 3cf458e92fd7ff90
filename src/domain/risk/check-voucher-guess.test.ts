import { afterAll, beforeAll, expect, test } from 'vitest';
import { err, ok } from '#src/kernel/result/result.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { createDomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { avoidHourEnd } from '#tests/support/clock/avoid-hour-end.ts';
import type { DomainContext } from '../context.server.ts';
import { riskLimits, checkVoucherGuess } from './index.server.ts';

let database: TestDatabase;
let ctx: DomainContext;
beforeAll(async () => {
  database = await createTestDatabase();
  const world = createDomainWorld(database);
  // Guesses are counted by the hour of the clock.
  avoidHourEnd(world.clock);
  ctx = { ...world.ctx, config: { ...world.ctx.config, risk: { countsPrivateAddresses: true } } };
});
afterAll(() => database.close());

const wrong = async () => err('unknown' as const);
const right = async () => ok('found');
const limited = { ok: false, error: { code: 'rate-limited' } };
const { address, browser } = riskLimits.vouchers;

test('one guessing browser uses up no more than its share of its address’s limit', async () => {
  const ip = '189.40.1.1';
  for (let guess = 0; guess < browser + address; guess += 1)
    await checkVoucherGuess(ctx, { ip, browserHash: 'thief' }, `word-${guess}`, wrong);
  expect(await checkVoucherGuess(ctx, { ip, browserHash: 'thief' }, 'once-more', right)).toEqual(limited);
  expect(await checkVoucherGuess(ctx, { ip, browserHash: 'neighbour' }, 'own-word', right)).toEqual(ok('found'));
});

test('a failed voucher lookup is no guess', async () => {
  const voucherGuesser = { ip: '189.40.1.2', browserHash: 'unlucky' };
  const broken = () => checkVoucherGuess(ctx, voucherGuesser, 'word', () => Promise.reject(new Error('away')));
  for (let guess = 0; guess <= browser; guess += 1) await expect(broken()).rejects.toThrow('away');
  expect(await checkVoucherGuess(ctx, voucherGuesser, 'word', right)).toEqual(ok('found'));
});
