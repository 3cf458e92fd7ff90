import { describe, expect, test } from 'vitest';
import { explainedSales } from '#tests/support/fixtures/explained-sales.ts';
import { saleNow, saleOf, triedSale } from '#tests/support/fixtures/sale-facts.ts';
import { declineCodes } from '../../../payments/decline-policy/decline.types.ts';
import { declineRules } from './decline-rules.ts';
import { explain } from './explain.ts';
import { moneyRules, refundedRules } from './money-rules.ts';
import { paidRules } from './paid-rules.ts';
import { serviceRules } from './service-rules.ts';
import { subscriptionRules } from './subscription-rules.ts';
import { endedRules, waitingRules } from './unpaid-rules.ts';

const ruleOf = (sale: Parameters<typeof explain>[0]['sale']): string => explain({ sale }, saleNow).rule;

describe('the explanation of a sale', () => {
  test.each(Object.entries(explainedSales))('is “%s” for the sale that this rule is for', (rule, sale) => {
    expect(ruleOf(sale)).toBe(rule);
  });

  test('has a sample sale for every rule, and no two rules of one name', () => {
    const payments = [...waitingRules, ...declineRules, ...endedRules, ...paidRules];
    const all = [...moneyRules, ...refundedRules, ...serviceRules, ...subscriptionRules, ...payments];
    const ids = all.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Object.keys(explainedSales).toSorted()).toEqual(ids.toSorted());
  });

  test('of each decline code of a bank is more than that it was declined', () => {
    const plain = declineCodes.filter(
      (declineCode) => ruleOf(triedSale({ state: 'declined', declineCode })) === 'declined',
    );
    expect(plain).toEqual(['card-declined']);
  });

  test('says that no rule explains it, where none does', () => {
    expect(explain({ sale: saleOf({ order: { state: 'refunded' } }) }, saleNow).rule).toBe('refunded');
    const odd = triedSale({ state: 'captured' }, { order: { state: 'open' } });
    expect(explain({ sale: { ...odd, attempts: [] } }, saleNow).rule).toBe('never-pressed');
    const impossible = {
      ...odd,
      order: { ...odd.order, state: 'paid' as const },
      attempts: odd.attempts.map((one) => ({ ...one, state: 'expired' as const })),
    };
    expect(explain({ sale: impossible }, saleNow)).toMatchObject({ rule: 'unexplained', cure: null });
  });

  test('puts what needs somebody before what is only so', () => {
    const bounced = explainedSales['access-email-bounced'];
    const disputed = explainedSales['dispute-evidence-due'];
    if (!bounced || !disputed) throw new Error('samples');
    expect(ruleOf({ ...bounced, disputes: disputed.disputes })).toBe('dispute-evidence-due');
  });
});
