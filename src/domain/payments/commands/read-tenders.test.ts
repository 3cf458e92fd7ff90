import { beforeEach, describe, expect, test } from 'vitest';
import { FakeGateway } from '#tests/support/fixtures/fake-gateway.ts';
import type { TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, sessionStart } from '#tests/support/worlds/domain-world.server.ts';
import { card, code } from '#tests/support/worlds/split-world.server.ts';
import { freezeClock } from '#tests/support/clock/freeze-clock.ts';
import type { DomainContext } from '../../context.server.ts';
import { mapLeadAnswers } from '../../catalog/brand-data/index.ts';
import type { Quote } from '../../checkout/quotes/index.ts';
import { noUpcomingCharges } from '../instruments/upcoming-charges.server.ts';
import type { TenderRequest } from '../ports/pay.types.ts';
import { readTenders } from './read-tenders.server.ts';

const price = 114_000n;
const second = 1_000;
const minute = 60 * second;
const buyer = { id: 'lea_1', name: 'Maria da Silva', email: 'maria@example.com', phone: '+5511961234567' };
const noExtras = { upsell: null, answers: {}, orderId: null, leadId: buyer.id, createdAt: new Date(0) };
const session = { ...sessionStart, ...noExtras, id: 'ses_1' };
const unasked = { ...mapLeadAnswers(() => null), document: null, address: null };
const lead = { ...buyer, ...unasked, sessionId: session.id, phoneVerifiedAt: null };
const quote: Quote = {
  ...{ id: 'quo_1', sessionId: session.id, productCode: 'course', planId: 'plan-year', planType: 'yearly' },
  ...{ currency: 'BRL', lines: [], voucher: null, discount: 0n, total: price, installments: [] },
  methods: ['at-once', 'by-code'].map((method) => ({ method, planId: 'plan-year' })),
  expiresAt: new Date(8.64e15),
};

let ctx: DomainContext;
let cards: FakeGateway;
/** Whether a code that has run out may be had again at the same price. */
let isRenewable: boolean;
beforeEach(() => {
  freezeClock();
  // Nothing here reads it.
  const plain = createDomainWorld({} as TestDatabase).ctx;
  cards = new FakeGateway('cards');
  cards.holdSeconds = 15 * 86_400;
  const codes = new FakeGateway('codes');
  isRenewable = true;
  const byMethod: typeof plain.rails.byMethod = (method) => {
    const rail = plain.rails.byMethod(method);
    return rail && method === 'by-code' ? { ...rail, renewable: isRenewable } : rail;
  };
  ctx = {
    ...plain,
    rails: { ...plain.rails, byMethod },
    gateways: { ...plain.gateways, choose: (_business, _market, method) => (method === 'by-code' ? codes : cards) },
  };
});

function read(tenders: readonly TenderRequest[], from: { due?: bigint; heldUntil?: Date } = {}) {
  const { due = price, heldUntil = null } = from;
  const request = {
    ...{ sessionId: session.id, idempotencyKey: 'key', quoteId: quote.id, tenders },
    browser: { userAgent: 'test', language: 'pt-BR', ip: '127.0.0.1' },
  };
  const known = { avoided: [], vaults: new Map(), upcoming: noUpcomingCharges };
  return readTenders(ctx, { session, lead, quote, request, due, heldUntil, ...known });
}

const refused = (word: string) => ({ ok: false, error: { code: word } });

describe('the tenders of a payment', () => {
  test('pay their named amounts, and the unnamed one the rest; those that can authorize come first', () => {
    const tenders = accepted(read([code(10_000n), card(20_000n), code(30_000n), card()]));
    expect(tenders.map(({ method, principal }) => [method, principal])).toEqual([
      ['at-once', 20_000n],
      ['at-once', 54_000n],
      ['by-code', 10_000n],
      ['by-code', 30_000n],
    ]);
  });

  test('pay all that is owed, neither more nor less', () => {
    expect(accepted(read([card(40_000n), code()], { due: 54_000n })).at(-1)?.principal).toBe(14_000n);
    expect(accepted(read([card(40_000n), code(14_000n)], { due: 54_000n }))).toHaveLength(2);
    for (const short of [13_999n, 14_001n])
      expect(read([card(40_000n), code(short)], { due: 54_000n })).toEqual(refused('tenders-do-not-sum'));
    expect(read([card()], { due: 0n })).toEqual(refused('tenders-do-not-sum'));
  });

  test.each([
    ['no tender', [], 'tender-mix-not-offered'],
    ['six of them', Array.from({ length: 6 }, () => card(19_000n)), 'tender-mix-not-offered'],
    ['two that take the rest', [card(), card()], 'tenders-do-not-sum'],
    ['a part of nothing', [card(0n), card()], 'tenders-do-not-sum'],
    ['a part of less than nothing', [card(-100n), card()], 'tenders-do-not-sum'],
    ['nothing left for the rest', [card(price), card()], 'tenders-do-not-sum'],
    ['a part of 0.99', [card(), code(99n)], 'tender-too-small'],
  ])('are refused: %s', (_what, tenders, expected) => {
    expect(read(tenders)).toEqual(refused(expected));
  });

  test('may be R$ 1 at the least for a part, and any whole price', () => {
    expect(accepted(read([card(), code(100n)]))).toHaveLength(2);
    expect(accepted(read(Array.from({ length: 5 }, () => card(22_800n))))).toHaveLength(5);
    expect(accepted(read([card()], { due: 50n }))).toMatchObject([{ principal: 50n }]);
  });

  test('are refused where one token is named twice', () => {
    const by = (token: string, amount?: bigint) => ({ ...card(amount), fields: { token } });
    expect(read([by('one', 60_000n), by('one')])).toEqual(refused('token-used'));
    expect(accepted(read([by('one', 60_000n), by('two')]))).toHaveLength(2);
  });

  test('are not read further where one of them is not offered', () => {
    expect(read([card(60_000n), { ...code(), method: 'barter' }])).toEqual(refused('method-not-offered'));
  });
});

describe('a payment code of 31 minutes', () => {
  /** From now: the time shown to the buyer, and the end of the wait. */
  function timesOf(result: ReturnType<typeof read>): readonly (number | undefined)[] {
    const paid = accepted(result).find(({ method }) => method === 'by-code');
    const now = ctx.clock.now().getTime();
    return [paid?.expiresAt, paid?.deadlineAt].map((at) => at && at.getTime() - now);
  }
  const inMinutes = (count: number) => new Date(ctx.clock.now().getTime() + count * minute);
  const whole = [30 * minute, 31 * minute];

  test('lives its whole time where nothing is authorized, or for long enough', () => {
    expect(timesOf(read([code()]))).toEqual(whole);
    expect(timesOf(read([code(60_000n), card()]))).toEqual(whole);
    cards.holdSeconds = 31 * 60;
    expect(timesOf(read([code(60_000n), card()]))).toEqual(whole);
  });

  test('lives shorter by as much as an authorization beside it ends earlier', () => {
    cards.holdSeconds = 30 * 60;
    expect(timesOf(read([code(60_000n), card()]))).toEqual([29 * minute, 30 * minute]);
  });

  test('lives until the earliest end of the existing authorizations', () => {
    expect(timesOf(read([code()], { heldUntil: inMinutes(10) }))).toEqual([9 * minute, 10 * minute]);
    cards.holdSeconds = 20 * 60;
    const both = [code(60_000n), card()];
    expect(timesOf(read(both, { heldUntil: inMinutes(10) }))).toEqual([9 * minute, 10 * minute]);
    expect(timesOf(read(both, { heldUntil: inMinutes(25) }))).toEqual([19 * minute, 20 * minute]);
  });

  test('is not issued for less than five minutes', () => {
    cards.holdSeconds = 6 * 60;
    expect(timesOf(read([code(60_000n), card()]))).toEqual([5 * minute, 6 * minute]);
    cards.holdSeconds = 6 * 60 - 1;
    expect(read([code(60_000n), card()])).toEqual(refused('hold-too-short'));
  });

  test('that cannot be renewed gets its whole time, or is not issued', () => {
    isRenewable = false;
    cards.holdSeconds = 31 * 60;
    expect(timesOf(read([code(60_000n), card()]))).toEqual(whole);
    cards.holdSeconds = 31 * 60 - 1;
    expect(read([code(60_000n), card()])).toEqual(refused('hold-too-short'));
  });
});
