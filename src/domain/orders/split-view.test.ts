import { describe, expect, test } from 'vitest';
import type { AttemptView, Order } from './order.types.ts';
import { sortByUrgency, type SplitAttempt, toSplitView } from './split-view.ts';

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
  ...{ total: 100n, received: 0n, returned: 0n, state: 'open', createdAt: now, paidAt: null, holdExpiresAt: null },
};

function part(
  number: number,
  state: AttemptView['state'],
  change: Partial<SplitAttempt> & { readonly shows?: Partial<AttemptView> } = {},
): SplitAttempt {
  const { shows, ...facts } = change;
  const view: AttemptView = {
    ...{ id: `att_${number}`, rail: 'r', method: 'm', state, amount: 50n, currency: 'BRL', installments: 1, kept: {} },
    ...{ instructions: null, nextAction: null, declineCode: null, expiresAt: later(30), createdAt: now },
    ...shows,
  };
  const own = { number, part: number - 1, tenderId: `ten_${number}`, principal: 50n };
  return { view, ...own, superseded: false, pending: false, deadlineAt: later(31), ...facts };
}

/** As the rows come: the newest first. */
const rows = (...parts: SplitAttempt[]): SplitAttempt[] => parts.toReversed();

describe('the view of a split order', () => {
  test('is empty for a single payment', () => {
    expect(toSplitView(order, rows(part(1, 'captured', { part: null })), now)).toBeNull();
  });

  test('shows after a decline what is held, until when, and what is owed', () => {
    const view = toSplitView(
      { ...order, holdExpiresAt: later(15) },
      rows(part(1, 'authorized'), part(2, 'declined')),
      now,
    );
    expect(view).toMatchObject({ standing: 'held', held: 50n, owed: 50n, heldUntil: later(15) });
    expect(view?.parts.map(({ standing }) => standing)).toEqual(['reserved', 'refused']);
  });

  test('shows a pending part until its own expiry', () => {
    const view = toSplitView(order, rows(part(1, 'authorized'), part(2, 'awaiting-buyer')), now);
    expect(view).toMatchObject({ standing: 'waits-for-buyer', held: 50n, owed: 0n, heldUntil: later(31) });
  });

  test('shows no hold deadline when nothing is held', () => {
    const asked = part(1, 'awaiting-buyer', { shows: { nextAction: {} } });
    const view = toSplitView(order, rows(asked, part(2, 'created', { pending: true })), now);
    expect(view).toMatchObject({ standing: 'waits-for-buyer', held: 0n, heldUntil: null });
    expect(view?.parts.map(({ standing }) => standing)).toEqual(['waits-for-buyer', 'in-line']);
  });

  test('omits declined parts of an earlier payment', () => {
    const splitParts = rows(part(1, 'authorized'), part(2, 'declined'), part(3, 'awaiting-buyer', { part: 0 }));
    expect(toSplitView(order, splitParts, now)?.parts.map(({ attemptId }) => attemptId)).toEqual(['att_1', 'att_3']);
  });

  test('counts a renewed code as one part', () => {
    const splitParts = rows(
      part(1, 'authorized'),
      part(2, 'expired', { part: 1 }),
      part(3, 'awaiting-buyer', { part: 0, tenderId: 'ten_2' }),
    );
    expect(toSplitView(order, splitParts, now)?.parts).toHaveLength(2);
  });

  test.each([
    ['paid', 'paid'],
    ['refunded', 'paid'],
    ['closed', 'undone'],
  ] as const)('shows %s as %s', (state, standing) => {
    expect(toSplitView({ ...order, state }, rows(part(1, 'captured'), part(2, 'captured')), now)?.standing).toBe(
      standing,
    );
  });
});

describe('the attempt shown to a buyer', () => {
  const first = (...parts: SplitAttempt[]): string | undefined => sortByUrgency(order, rows(...parts))[0]?.id;

  test('is the newest of the single payments', () => {
    expect(first(part(1, 'authorized', { part: null }), part(2, 'declined', { part: null }))).toBe('att_2');
  });

  test.each<[string, SplitAttempt[], string]>([
    [
      'a bank’s question before what is in line',
      [part(1, 'awaiting-buyer'), part(2, 'created', { pending: true })],
      'att_1',
    ],
    ['what is asked now before what waits', [part(1, 'awaiting-buyer'), part(2, 'unknown')], 'att_2'],
    ['a refusal before what is reserved', [part(1, 'declined'), part(2, 'authorized')], 'att_1'],
    [
      'a refusal, not the part that never began',
      [part(1, 'declined'), part(2, 'voided', { shows: { declineCode: 'not-started' } })],
      'att_1',
    ],
    [
      'a code before a refusal of an earlier call',
      [part(1, 'declined'), part(2, 'awaiting-buyer', { part: 0 })],
      'att_2',
    ],
    ['nothing that was set aside', [part(1, 'awaiting-buyer', { superseded: true }), part(2, 'authorized')], 'att_2'],
  ])('%s', (_what, parts, id) => {
    expect(first(...parts)).toBe(id);
  });
});
