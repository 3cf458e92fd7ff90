import { describe, expect, test } from 'vitest';
import { explainedSales } from '#tests/support/fixtures/explained-sales.ts';
import {
  attemptOf,
  emailOf,
  minutesAgo,
  paidSale,
  refundOf,
  saleNow,
  saleOf,
  triedSale,
} from '#tests/support/fixtures/sale-facts.ts';
import { declineCodes } from '../../../payments/decline-policy/decline.types.ts';
import { declineRules } from './decline-rules.ts';
import type { SaleFacts } from '../sale-facts.types.ts';
import { explain } from './explain.ts';
import type { Cure } from './explanation.types.ts';
import { moneyRules, refundedRules } from './money-rules.ts';
import { paidRules } from './paid-rules.ts';
import { serviceRules } from './service-rules.ts';
import { renewalRules, subscriptionRules } from './subscription-rules.ts';
import { endedRules, undoneRules, waitingRules } from './unpaid-rules.ts';

const ruleOf = (sale: Parameters<typeof explain>[0]['sale']): string => explain({ sale }, saleNow).rule;

const isAttempt = ({ attempts }: SaleFacts, about: string | null): boolean => attempts.some(({ id }) => id === about);
/** What a cure needs of the sale for which it is offered, as its command decides it. */
const isPossible: Readonly<Partial<Record<Cure, (sale: SaleFacts, about: string | null) => boolean>>> = {
  'link.create': ({ order }) => order.state !== 'paid' && order.state !== 'refunded',
  'access.resend': ({ access }) => access.at(-1)?.state !== 'revoked',
  'attempt.check': isAttempt,
  'code.renew': isAttempt,
};

describe('the explanation of a sale', () => {
  test.each(Object.entries(explainedSales))('is “%s” for the sale that this rule is for', (rule, sale) => {
    expect(ruleOf(sale)).toBe(rule);
  });

  test('has a sample sale for every rule, and no two rules of one name', () => {
    const payments = [...waitingRules, ...undoneRules, ...renewalRules, ...declineRules, ...endedRules, ...paidRules];
    const all = [...moneyRules, ...refundedRules, ...serviceRules, ...subscriptionRules, ...payments];
    const ids = all.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Object.keys(explainedSales).toSorted()).toEqual(ids.toSorted());
  });

  test.each(Object.entries(explainedSales))('offers for “%s” only what can be done to that sale', (_rule, sale) => {
    const { cure, about } = explain({ sale }, saleNow);
    expect(cure === null || (isPossible[cure]?.(sale, about) ?? true)).toBe(true);
  });

  test('of a price paid short says what came and what is missing, not the missing part twice', () => {
    const short = explainedSales['paid-short'];
    if (!short) throw new Error('samples');
    const { values } = explain({ sale: short }, saleNow);
    expect(values['amount']).toEqual({ kind: 'money', amount: '100000', currency: 'BRL' });
    expect(values['missing']).toEqual({ kind: 'money', amount: '14000', currency: 'BRL' });
  });

  test('of a price paid short is its refund, once that is under way', () => {
    const short = explainedSales['paid-short'];
    if (!short) throw new Error('samples');
    expect(ruleOf({ ...short, refunds: [refundOf({ state: 'by-hand' })] })).toBe('refund-payout-wanted');
    expect(ruleOf({ ...short, refunds: [refundOf({ state: 'wanted' })] })).toBe('refund-under-way');
    expect(ruleOf({ ...short, refunds: [refundOf({ state: 'canceled' })] })).toBe('paid-short');
  });

  test('of a split whose other part waits counts what a card has reserved', () => {
    const reserved = attemptOf({ state: 'authorized', part: 1, amount: 57_000n });
    const code = attemptOf({ id: 'att_2', number: 2, state: 'awaiting-buyer', part: 2, amount: 57_000n });
    const sale = saleOf({ attempts: [reserved, code] });
    expect(explain({ sale }, saleNow)).toMatchObject({
      rule: 'split-waits-for-part',
      values: { amount: { amount: '57000' }, received: { amount: '57000' } },
    });
  });

  test('of a bounced e-mail ends when it was sent again, or the address takes another one', () => {
    const bounced = emailOf({ state: 'given-up', outcome: 'refused', smtpCode: 550, refusal: 'unknown-address' });
    const sent = emailOf({ id: 'msg_2', state: 'sent', outcome: 'accepted', createdAt: minutesAgo(5) });
    expect(ruleOf(paidSale({ emails: [bounced, sent] }))).toBe('paid');
    const refund = { ...bounced, kind: 'order-refunded' };
    expect(ruleOf(paidSale({ emails: [refund] }))).toBe('email-bounced');
    expect(ruleOf(paidSale({ emails: [refund, sent] }))).not.toBe('email-bounced');
  });

  test('of a renewal is on its own order: what was paid before, and what is under way, is told by itself', () => {
    const owed = explainedSales['renewal-retried'];
    if (!owed) throw new Error('samples');
    const { subscription } = owed;
    expect(ruleOf(paidSale({ subscription }))).toBe('paid');
    const earlier = { subscriptionId: 'sub_1', billingPeriodNumber: 1 };
    expect(ruleOf(paidSale({ subscription, order: earlier }))).toBe('paid');
    expect(ruleOf({ ...owed, attempts: [attemptOf({ state: 'unknown' })] })).toBe('outcome-unknown');
    const canceled = subscription && { ...subscription, state: 'canceled' as const, owed: null, dunning: null };
    expect(ruleOf({ ...owed, subscription: canceled })).toBe('declined-funds');
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

  test('names the whole order that came to nothing, not the part of it that was declined', () => {
    const undone = explainedSales['split-undone'];
    if (!undone) throw new Error('samples');
    const declined = attemptOf({ id: 'att_2', number: 2, part: 1, state: 'declined', declineCode: 'card-declined' });
    expect(ruleOf({ ...undone, attempts: [...undone.attempts, declined] })).toBe('split-undone');
  });

  test('puts what needs somebody before what is only so', () => {
    const bounced = explainedSales['access-email-bounced'];
    const disputed = explainedSales['dispute-evidence-due'];
    if (!bounced || !disputed) throw new Error('samples');
    expect(ruleOf({ ...bounced, disputes: disputed.disputes })).toBe('dispute-evidence-due');
  });
});
