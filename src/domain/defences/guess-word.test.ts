import { afterAll, beforeAll, expect, test } from 'vitest';
import { err, ok } from '#src/kernel/result/result.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.server.ts';
import { createDomainWorld } from '#tests/support/domain-world.server.ts';
import { wholeHour } from '#tests/support/whole-hour.ts';
import type { DomainContext } from '../context.server.ts';
import { defenceLimits, guessWord } from './index.server.ts';

let database: TestDatabase;
let ctx: DomainContext;
beforeAll(async () => {
  database = await createTestDatabase();
  const world = createDomainWorld(database);
  // Guesses are counted by the hour of the clock.
  wholeHour(world.clock);
  ctx = { ...world.ctx, config: { ...world.ctx.config, defences: { countsPrivate: true } } };
});
afterAll(() => database.close());

const wrong = async () => err('unknown' as const);
const right = async () => ok('found');
const limited = { ok: false, error: { code: 'rate-limited' } };
const { address, browser } = defenceLimits.vouchers;

test('one browser that guesses on and on takes nothing more of what its whole address shares', async () => {
  const ip = '189.40.1.1';
  for (let guess = 0; guess < browser + address; guess += 1)
    await guessWord(ctx, { ip, browserHash: 'thief' }, `word-${guess}`, wrong);
  expect(await guessWord(ctx, { ip, browserHash: 'thief' }, 'once-more', right)).toEqual(limited);
  expect(await guessWord(ctx, { ip, browserHash: 'neighbour' }, 'own-word', right)).toEqual(ok('found'));
});

test('what could not be looked up was no guess', async () => {
  const guesser = { ip: '189.40.1.2', browserHash: 'unlucky' };
  const broken = () => guessWord(ctx, guesser, 'word', () => Promise.reject(new Error('away')));
  for (let guess = 0; guess <= browser; guess += 1) await expect(broken()).rejects.toThrow('away');
  expect(await guessWord(ctx, guesser, 'word', right)).toEqual(ok('found'));
});
