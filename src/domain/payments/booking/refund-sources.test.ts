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

describe('what may still go back', () => {
  test('is price and interest by capture, with what being late cost beside it; surplus is no part of it', () => {
    expect(refundSourcesOf([...sold, line('capture-surplus', 9n), line('capture-surplus', 9n, 'cap_9')], [])).toEqual([
      source(1050n, 1050n, 20n),
    ]);
    expect(refundSourcesOf([line('capture-late-fee', 20n), line('capture-principal', 5n)], [])).toEqual([
      source(5n, 5n, 20n),
    ]);
  });

  test('is less by what went, of the price first and of being late last', () => {
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

  test('is more again by what a bank gave back after a dispute', () => {
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

  test('is not touched by surplus that went, losses, and lines that only sound so', () => {
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

  test('is less by what was promised and has not gone; what has gone stands in the books already', () => {
    const part = (state: string, attemptId = 'att_1') => ({ attemptId, amount: 100n, state });
    expect(refundSourcesOf(sold, [part('wanted'), part('by-hand'), part('done'), part('wanted', 'att_2')])).toEqual([
      source(1050n, 850n, 20n),
    ]);
  });

  test('is counted by attempt: its first capture gives first, another attempt’s none', () => {
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

describe('by which captures an amount goes back', () => {
  const two = [
    source(600n, 600n),
    source(400n, 400n, 0n, { tenderId: 'ten_2', attemptId: 'att_2', captureId: 'cap_2' }),
  ];
  const amounts = (planned: ReturnType<typeof planRefund>) =>
    planned?.shares.map(({ captureId, amount }) => [captureId, amount]);

  test('in proportion to what each tender brought', () => {
    expect(planRefund(two, 100n)?.amount).toBe(100n);
    expect(amounts(planRefund(two, 100n))).toEqual([
      ['cap_1', 60n],
      ['cap_2', 40n],
    ]);
    expect(amounts(planRefund(two, 1n))).toEqual([['cap_1', 1n]]);
  });

  test('a tender with several captures gives by the first of them first', () => {
    const captures = [source(100n, 30n), source(200n, 200n, 0n, { captureId: 'cap_2' })];
    expect(amounts(planRefund(captures, 50n))).toEqual([
      ['cap_1', 30n],
      ['cap_2', 20n],
    ]);
    expect(amounts(planRefund(captures, 30n))).toEqual([['cap_1', 30n]]);
  });

  test('the whole price takes what being late cost with it; less does not', () => {
    const late = [source(1000n, 1000n, 20n)];
    expect([planRefund(late, 'all')?.amount, amounts(planRefund(late, 'all'))]).toEqual([1020n, [['cap_1', 1020n]]]);
    expect([planRefund(late, 1000n)?.amount, amounts(planRefund(late, 1000n))]).toEqual([1000n, [['cap_1', 1020n]]]);
    expect([planRefund(late, 1020n)?.amount, amounts(planRefund(late, 1020n))]).toEqual([1020n, [['cap_1', 1020n]]]);
    expect(amounts(planRefund(late, 999n))).toEqual([['cap_1', 999n]]);
  });

  test('never more than is left, and nothing for nothing', () => {
    expect(planRefund(two, 1001n)).toBeNull();
    expect(planRefund([source(1000n, 1000n, 20n)], 1010n)).toBeNull();
    expect([planRefund([], 'all'), planRefund([source(5n, 0n)], 'all'), planRefund(two, -1n)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('asking for nothing gives nothing back, also where only the cost of being late is left', () => {
    expect(planRefund([source(1000n, 0n, 20n)], 0n)).toBeNull();
    expect(planRefund(two, 0n)).toBeNull();
  });

  test('everything leaves out what has gone', () => {
    expect(remainingShares([source(5n, 0n), source(9n, 3n, 2n, { captureId: 'cap_2' })])).toEqual([
      { ...source(9n, 3n, 2n, { captureId: 'cap_2' }), amount: 5n },
    ]);
    expect(remainingShares([source(5n, 0n)])).toBeNull();
  });
});
