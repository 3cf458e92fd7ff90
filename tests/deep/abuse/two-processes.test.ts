import { afterAll, beforeAll, expect, test } from 'vitest';
import { riskLimits, checkContractRate } from '#src/domain/risk/index.server.ts';
import { mayUseLinkVoucher } from '#src/domain/risk/check-voucher-guess.server.ts';
import { type AbuseWorld, beginPurchase, cardToken, createAbuseWorld, payByCard } from './abuse-world.server.ts';

let worlds: readonly [AbuseWorld, AbuseWorld];
beforeAll(async () => {
  const first = await createAbuseWorld();
  worlds = [first, await createAbuseWorld({ beside: first })];
});
afterAll(async () => {
  for (const world of worlds.toReversed()) await world.close();
});

test('row 27: two processes share what they counted, also of tries at the same moment', async () => {
  await Promise.all(
    Array.from({ length: 24 }, async (_, index) => {
      const world = worlds[index % 2 === 0 ? 0 : 1];
      const caller = world.from('177.30.1.1');
      const lead = await beginPurchase(caller, `nome.${index}@correio.com.br`);
      if (typeof lead === 'string') await payByCard(caller, lead, cardToken('thief', 'bad'));
    }),
  );
  const reached = worlds.reduce((sum, { gateway }) => sum + gateway.countOf('thief'), 0);
  expect(reached).toBeGreaterThan(0);
  expect(reached).toBeLessThanOrEqual(10);
});

test('words of links count for their address in both; a word that many bring counts once', async () => {
  const { address } = riskLimits.vouchers;
  const asks = (index: number, word: string, isThere = false): Promise<boolean> => {
    const { ctx } = worlds[index % 2 === 0 ? 0 : 1];
    return mayUseLinkVoucher(ctx, { ip: '177.30.2.2', browserHash: `browser-${index}` }, { voucher: word, isThere });
  };
  for (let index = 0; index < 2 * address; index += 1) expect(await asks(index, 'an old campaign')).toBe(true);
  let looked = 0;
  for (let index = 0; index < 2 * address; index += 1) if (await asks(index, `guess-${index}`)) looked += 1;
  expect(looked).toBe(address - 1);
  // Right words are told no better than wrong ones, to whichever process they go.
  expect(await asks(1_000, 'boas-vindas', true)).toBe(false);
  expect(await asks(1_001, 'boas-vindas', true)).toBe(false);
});

test('row 50: contracts are filled so often an hour for one browser, whichever process fills them', async () => {
  const { browser } = riskLimits.contracts;
  let filled = 0;
  for (let index = 0; index < browser + 20; index += 1) {
    const { ctx } = worlds[index % 2 === 0 ? 0 : 1];
    if (await checkContractRate(ctx, { ip: '177.30.3.3', browserHash: 'a browser' })) filled += 1;
  }
  expect(filled).toBe(browser);
});
