import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { requestLink } from '#src/domain/privacy/index.server.ts';
import { linkLimits } from '#src/domain/customers/magic-links/link-budget.repository.server.ts';
import { smsLimits } from '#src/domain/customers/phones/sms-budget.repository.server.ts';
import { sendPhoneCode } from '#src/domain/customers/phones/index.server.ts';
import { riskLimits, checkVoucherGuess, checkNewLead } from '#src/domain/risk/index.server.ts';
import { saveLead } from '#src/domain/checkout/leads/index.server.ts';
import { spendLookup } from '#src/domain/customers/loyalty/points-rate-limit.repository.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { addressBudgets } from '#src/kernel/http/server/address-group.ts';
import { err } from '#src/kernel/result/result.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { avoidHourEnd } from '#tests/support/clock/avoid-hour-end.ts';

/** Somebody has a /48 of IPv6, as a free tunnel gives it: 65,536 networks of /64. */
let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => (database = await createTestDatabase()));
afterAll(() => database.close());
beforeEach(() => {
  const plain = createDomainWorld(database).ctx;
  world = createDomainWorld(database, { config: { ...plain.config, risk: { countsPrivateAddresses: true } } });
  avoidHourEnd(world.clock);
});

const networks = Array.from({ length: 300 }, (_, index) => `2a02:4780:10:${index.toString(16)}::1`);
const somebodyElse = '2804:14c:65:9::1';
let phones = 0;

async function codeFrom(ip: string): Promise<boolean> {
  const { session } = await world.buyer();
  const phone = `+55119${String(10_000_000 + (phones += 10_007)).slice(-8)}`;
  const lead = await saveLead(world.ctx, session, { name: 'Ana', email: 'ana@example.com', phone, consents: [], ip });
  return (await sendPhoneCode(world.ctx, { leadId: lead.id, ip, words: (code) => code })).ok;
}
const countOf = (answers: readonly boolean[]): number => answers.filter(Boolean).length;

test('a budget by address is one of its own for IPv4, and one of the /64 and of the /48 for IPv6', () => {
  expect(addressBudgets('203.0.113.7', 5)).toEqual([{ group: '203.0.113.7', most: 5 }]);
  expect(addressBudgets('::ffff:203.0.113.7', 5)).toEqual([{ group: '203.0.113.7', most: 5 }]);
  expect(addressBudgets('2804:14c:65:9::1', 5)).toEqual([
    { group: '2804:14c:65:9', most: 5 },
    { group: '2804:14c:65', most: 10 },
  ]);
});

describe('three hundred networks of one /48', () => {
  test('get so many codes for phones as two addresses, and somebody else gets theirs', async () => {
    const answers: boolean[] = [];
    for (const ip of networks) answers.push(await codeFrom(ip));
    expect(countOf(answers)).toBe(2 * smsLimits.address.hour);
    expect(await codeFrom(somebodyElse)).toBe(true);
  });

  test('use up nobody else’s budget of e-mails', async () => {
    const { lead } = await world.buyer();
    const back = { brand: 'school', variant: null, locale: 'pt-BR', link: {} } as const;
    for (const [index, ip] of networks.entries())
      await requestLink(world.ctx, { ...back, email: `nobody${index}@example.com`, ip });
    const all = await database.pool.query('select asked from link_budgets where most = $1', [linkLimits.all]);
    expect(all.rows).toEqual([]);
    const { rows } = await database.pool.query<{ asked: number }>('select asked from link_budgets where most = $1', [
      2 * linkLimits.machine,
    ]);
    expect(rows).toEqual([{ asked: 2 * linkLimits.machine }]);
    world.sent.length = 0;
    await requestLink(world.ctx, { ...back, email: lead.email, ip: somebodyElse });
    expect(world.sent.filter(({ job }) => job === 'send-account-email')).toHaveLength(1);
  });

  test('guess so many words of vouchers as two addresses', async () => {
    let looked = 0;
    const guess = (ip: string) =>
      checkVoucherGuess(world.ctx, { ip, browserHash: newSecret() }, 'word', async () => {
        looked += 1;
        return err({ code: 'voucher-invalid' as const });
      });
    for (const ip of networks) await guess(ip);
    expect(looked).toBe(2 * riskLimits.vouchers.address);
    await guess(somebodyElse);
    expect(looked).toBe(2 * riskLimits.vouchers.address + 1);
  });

  test('begin so many purchases without work as two addresses, and look so many members up', async () => {
    const begun: boolean[] = [];
    const looked: boolean[] = [];
    for (const ip of networks) {
      begun.push(await checkNewLead(world.ctx, { ip, browserHash: newSecret() }));
      looked.push(await spendLookup(world.ctx, newSecret(), ip));
    }
    expect([countOf(begun), countOf(looked)]).toEqual([2 * riskLimits.leads.freePerAddress, 40]);
    expect(await checkNewLead(world.ctx, { ip: somebodyElse, browserHash: newSecret() })).toBe(true);
    expect(await spendLookup(world.ctx, newSecret(), somebodyElse)).toBe(true);
  });
});
