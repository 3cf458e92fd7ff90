import { describe, expect, test } from 'vitest';
import type { AttemptView, Order } from './order.types.ts';
import { inOrderOfNeed, type PartFacts, splitViewOf } from './split-view.ts';

const now = new Date('2026-11-21T12:00:00Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

const order: Order = {
  ...{
    id: 'ord_1',
    number: 1n,
    reference: 'BCD-FGH',
    sessionId: 'ses_1',
    leadId: 'led_1',
    quoteId: 'quo_1',
    brand: 'b',
    variant: null,
  },
  ...{ business: 'b', productCode: 'p', planId: 'plan', market: 'BR', locale: 'pt-BR', currency: 'BRL' },
  ...{ total: 100n, received: 0n, returned: 0n, state: 'open', createdAt: now, paidAt: null, rescueUntil: null },
};

function part(
  number: number,
  state: string,
  change: Partial<PartFacts> & { readonly shows?: Partial<AttemptView> } = {},
): PartFacts {
  const { shows, ...facts } = change;
  const view: AttemptView = {
    ...{ id: `att_${number}`, rail: 'r', method: 'm', state, amount: 50n, currency: 'BRL', installments: 1, kept: {} },
    ...{ instructions: null, nextAction: null, declineCode: null, expiresAt: later(30), createdAt: now },
    ...shows,
  };
  const own = { number, leg: number - 1, tenderId: `ten_${number}`, principal: 50n };
  return { view, ...own, superseded: false, pending: false, deadlineAt: later(31), ...facts };
}

/** As the rows come: the newest first. */
const rows = (...parts: PartFacts[]): PartFacts[] => parts.toReversed();

describe('how an order stands that several tenders pay', () => {
  test('is nothing to tell of one that pays alone', () => {
    expect(splitViewOf(order, rows(part(1, 'captured', { leg: null })), now)).toBeNull();
  });

  test('a part refused: what is held, until when, and what is owed', () => {
    const view = splitViewOf(
      { ...order, rescueUntil: later(15) },
      rows(part(1, 'authorized'), part(2, 'declined')),
      now,
    );
    expect(view).toMatchObject({ standing: 'held', held: 50n, owed: 50n, heldUntil: later(15) });
    expect(view?.parts.map(({ standing }) => standing)).toEqual(['reserved', 'refused']);
  });

  test('a part that waits: until its own time is over', () => {
    const view = splitViewOf(order, rows(part(1, 'authorized'), part(2, 'awaiting-buyer')), now);
    expect(view).toMatchObject({ standing: 'waits-for-buyer', held: 50n, owed: 0n, heldUntil: later(31) });
  });

  test('nothing is held until any time when nothing is held', () => {
    const asked = part(1, 'awaiting-buyer', { shows: { nextAction: {} } });
    const view = splitViewOf(order, rows(asked, part(2, 'created', { pending: true })), now);
    expect(view).toMatchObject({ standing: 'waits-for-buyer', held: 0n, heldUntil: null });
    expect(view?.parts.map(({ standing }) => standing)).toEqual(['waits-for-buyer', 'in-line']);
  });

  test('refused parts of an earlier call are not shown beside those of the next', () => {
    const legs = rows(part(1, 'authorized'), part(2, 'declined'), part(3, 'awaiting-buyer', { leg: 0 }));
    expect(splitViewOf(order, legs, now)?.parts.map(({ attemptId }) => attemptId)).toEqual(['att_1', 'att_3']);
  });

  test('a code that was renewed is one part', () => {
    const legs = rows(
      part(1, 'authorized'),
      part(2, 'expired', { leg: 1 }),
      part(3, 'awaiting-buyer', { leg: 0, tenderId: 'ten_2' }),
    );
    expect(splitViewOf(order, legs, now)?.parts).toHaveLength(2);
  });

  test.each([
    ['paid', 'paid'],
    ['refunded', 'paid'],
    ['closed', 'undone'],
  ] as const)('%s is %s', (state, standing) => {
    expect(splitViewOf({ ...order, state }, rows(part(1, 'captured'), part(2, 'captured')), now)?.standing).toBe(
      standing,
    );
  });
});

describe('the attempt that the buyer has to see', () => {
  const first = (...parts: PartFacts[]): string | undefined => inOrderOfNeed(order, rows(...parts))[0]?.id;

  test('is the newest of those that pay alone', () => {
    expect(first(part(1, 'authorized', { leg: null }), part(2, 'declined', { leg: null }))).toBe('att_2');
  });

  test.each<[string, PartFacts[], string]>([
    [
      'a bank’s question before what is in line',
      [part(1, 'awaiting-buyer'), part(2, 'created', { pending: true })],
      'att_1',
    ],
    ['what is asked now before what waits', [part(1, 'awaiting-buyer'), part(2, 'unknown')], 'att_2'],
    ['a refusal before what is reserved', [part(1, 'declined'), part(2, 'authorized')], 'att_1'],
    [
      'a refusal, not the leg that never began',
      [part(1, 'declined'), part(2, 'voided', { shows: { declineCode: 'not-started' } })],
      'att_1',
    ],
    [
      'a code before a refusal of an earlier call',
      [part(1, 'declined'), part(2, 'awaiting-buyer', { leg: 0 })],
      'att_2',
    ],
    ['nothing that was set aside', [part(1, 'awaiting-buyer', { superseded: true }), part(2, 'authorized')], 'att_2'],
  ])('%s', (_what, parts, id) => {
    expect(first(...parts)).toBe(id);
  });
});
