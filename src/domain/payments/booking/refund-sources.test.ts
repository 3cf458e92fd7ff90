import { describe, expect, test } from 'vitest';
import {
  remainingShares,
  type SaleLedgerLine,
  planRefund,
  type RefundSource,
  refundSourcesOf,
} from './refund-sources.ts';

const line = (
  kind: string,
  amount: bigint,
  movementId = 'cap_1',
  attemptId = 'att_1',
  tenderId = 'ten_1',
): SaleLedgerLine => ({
  ...{ kind, amount, movementId, attemptId, tenderId },
});
const ids = { tenderId: 'ten_1', attemptId: 'att_1', captureId: 'cap_1' };
const source = (brought: bigint, left: bigint, late = 0n, more: Partial<RefundSource> = {}): RefundSource => ({
  ...ids,
  brought,
  left,
  late,
  ...more,
});
const sold = [line('capture-principal', 1000n), line('capture-interest', 50n), line('capture-late-fee', 20n)];

describe('the refundable amount', () => {
  test('is price and interest per capture, with the late fee beside it, without surplus', () => {
    expect(refundSourcesOf([...sold, line('capture-surplus', 9n), line('capture-surplus', 9n, 'cap_9')], [])).toEqual([
      source(1050n, 1050n, 20n),
    ]);
    expect(refundSourcesOf([line('capture-late-fee', 20n), line('capture-principal', 5n)], [])).toEqual([
      source(5n, 5n, 20n),
    ]);
  });

  test('falls by refunds, of the price first and of the late fee last', () => {
    expect(refundSourcesOf([...sold, line('refund-principal', 300n, 're_1')], [])).toEqual([source(1050n, 750n, 20n)]);
    expect(
      refundSourcesOf([...sold, line('dispute-principal', 1000n, 'cb_1'), line('dispute-interest', 50n, 'cb_1')], []),
    ).toEqual([source(1050n, 0n, 20n)]);
    const all = [
      line('refund-principal', 1000n, 're'),
      line('refund-interest', 50n, 're'),
      line('refund-late-fee', 15n, 're'),
    ];
    expect(refundSourcesOf([...sold, ...all], [])).toEqual([source(1050n, 0n, 5n)]);
    expect(refundSourcesOf([...sold, ...all, line('refund-late-fee', 99n, 're')], [])).toEqual([source(1050n, 0n, 0n)]);
  });

  test('rises by what a bank returned after a dispute', () => {
    const lost = [
      line('dispute-principal', 1000n, 'cb'),
      line('dispute-won-principal', 400n, 'won'),
      line('dispute-won-interest', 0n, 'won'),
    ];
    expect(refundSourcesOf([...sold, ...lost], [])).toEqual([source(1050n, 450n, 20n)]);
    expect(refundSourcesOf([...sold, line('dispute-won-principal', 400n, 'won')], [])).toEqual([
      source(1050n, 1050n, 20n),
    ]);
  });

  test('ignores refunded surplus, losses and lines of similar names', () => {
    const other = [
      'refund-surplus',
      'refund-excess',
      'dispute-excess',
      'x-refund-principal',
      'refund-principal-x',
      'dispute-won-surplus',
      'x-dispute-won-principal',
      'dispute-won-principal-x',
    ];
    const lines = [line('refund-principal', 500n), ...other.map((kind) => line(kind, 100n, 'other'))];
    expect(refundSourcesOf([...sold, ...lines], [])).toEqual([source(1050n, 550n, 20n)]);
  });

  test('falls by requested refunds; booked refunds are counted once', () => {
    const part = (state: string, attemptId = 'att_1') => ({ attemptId, amount: 100n, state });
    expect(refundSourcesOf(sold, [part('wanted'), part('by-hand'), part('done'), part('wanted', 'att_2')])).toEqual([
      source(1050n, 850n, 20n),
    ]);
  });

  test('falls once by a requested refund that a dispute holds, in part or whole', () => {
    const lines = [...sold, line('dispute-principal', 60n, 'cb')];
    const part = (disputed: bigint) => ({ attemptId: 'att_1', amount: 100n, disputed, state: 'wanted' });
    expect(refundSourcesOf(lines, [part(60n)])).toEqual([source(1050n, 950n, 20n)]);
    expect(refundSourcesOf(lines, [part(100n)])).toEqual([source(1050n, 990n, 20n)]);
  });

  test('is counted per attempt, its first capture first', () => {
    const second = { captureId: 'cap_2' };
    const other = { captureId: 'cap_3', attemptId: 'att_2', tenderId: 'ten_2' };
    const lines = [
      ...[line('capture-principal', 100n), line('capture-principal', 200n, 'cap_2')],
      ...[line('capture-principal', 400n, 'cap_3', 'att_2', 'ten_2'), line('refund-principal', 150n, 're')],
    ];
    expect(refundSourcesOf(lines, [])).toEqual([
      source(100n, 0n),
      source(200n, 150n, 0n, second),
      source(400n, 400n, 0n, other),
    ]);
  });
});

describe('the captures that a refund draws on', () => {
  const two = [
    source(600n, 600n),
    source(400n, 400n, 0n, { tenderId: 'ten_2', attemptId: 'att_2', captureId: 'cap_2' }),
  ];
  const amounts = (planned: ReturnType<typeof planRefund>) =>
    planned?.shares.map(({ captureId, amount }) => [captureId, amount]);

  test('are drawn on in proportion to each tender', () => {
    expect(planRefund(two, 100n)?.amount).toBe(100n);
    expect(amounts(planRefund(two, 100n))).toEqual([
      ['cap_1', 60n],
      ['cap_2', 40n],
    ]);
    expect(amounts(planRefund(two, 1n))).toEqual([['cap_1', 1n]]);
  });

  test('of one tender are drawn on in order', () => {
    const captures = [source(100n, 30n), source(200n, 200n, 0n, { captureId: 'cap_2' })];
    expect(amounts(planRefund(captures, 50n))).toEqual([
      ['cap_1', 30n],
      ['cap_2', 20n],
    ]);
    expect(amounts(planRefund(captures, 30n))).toEqual([['cap_1', 30n]]);
  });

  test('include the late fee for the whole price only', () => {
    const late = [source(1000n, 1000n, 20n)];
    expect([planRefund(late, 'all')?.amount, amounts(planRefund(late, 'all'))]).toEqual([1020n, [['cap_1', 1020n]]]);
    expect([planRefund(late, 1000n)?.amount, amounts(planRefund(late, 1000n))]).toEqual([1000n, [['cap_1', 1020n]]]);
    expect([planRefund(late, 1020n)?.amount, amounts(planRefund(late, 1020n))]).toEqual([1020n, [['cap_1', 1020n]]]);
    expect(amounts(planRefund(late, 999n))).toEqual([['cap_1', 999n]]);
  });

  test('are drawn on up to their balance, and not for zero', () => {
    expect(planRefund(two, 1001n)).toBeNull();
    expect(planRefund([source(1000n, 1000n, 20n)], 1010n)).toBeNull();
    expect([planRefund([], 'all'), planRefund([source(5n, 0n)], 'all'), planRefund(two, -1n)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('are not drawn on for zero, also where only a late fee is left', () => {
    expect(planRefund([source(1000n, 0n, 20n)], 0n)).toBeNull();
    expect(planRefund(two, 0n)).toBeNull();
  });

  test('exclude what is already refunded', () => {
    expect(remainingShares([source(5n, 0n), source(9n, 3n, 2n, { captureId: 'cap_2' })])).toEqual([
      { ...source(9n, 3n, 2n, { captureId: 'cap_2' }), amount: 5n },
    ]);
    expect(remainingShares([source(5n, 0n)])).toBeNull();
  });
});
