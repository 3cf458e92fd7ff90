import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attemptStates } from '../payments/index.ts';
import { decideSplit, type SplitOrderPart } from './decide-split.ts';

const part = (number: number, state: string, change: Partial<SplitOrderPart> = {}): SplitOrderPart => ({
  id: `part-${number}`,
  state,
  principal: 50n,
  number,
  part: number - 1,
  superseded: false,
  pending: false,
  blocks: false,
  ...change,
});
const inLine = (number: number): SplitOrderPart => part(number, 'created', { pending: true });

describe('the coverage of a split price', () => {
  test('with all parts authorized: all are captured', () => {
    const decision = decideSplit(100n, 0n, [part(1, 'authorized'), part(2, 'authorized')]);
    expect(decision).toMatchObject({ standing: 'covered', capture: ['part-1', 'part-2'], owed: 0n, held: 100n });
  });

  test('with one part authorized and one captured', () => {
    expect(decideSplit(100n, 50n, [part(1, 'authorized'), part(2, 'captured')])).toMatchObject({
      standing: 'covered',
      capture: ['part-1'],
    });
  });

  test('with a missing part: nothing is captured', () => {
    expect(decideSplit(100n, 0n, [part(1, 'authorized'), part(2, 'declined')])).toMatchObject({
      standing: 'held',
      capture: [],
      held: 50n,
      owed: 50n,
    });
  });

  test('above the price: the latest authorization is voided', () => {
    const splitParts = [part(1, 'authorized'), part(2, 'authorized'), part(3, 'authorized', { part: 0 })];
    expect(decideSplit(100n, 0n, splitParts)).toMatchObject({ capture: ['part-1', 'part-2'], voids: ['part-3'] });
  });

  test('above the remaining amount: the latest authorization is voided, in any order of arrival', () => {
    const splitParts = [part(3, 'authorized'), part(2, 'authorized'), part(1, 'captured')];
    expect(decideSplit(100n, 50n, splitParts)).toMatchObject({
      standing: 'covered',
      capture: ['part-2'],
      voids: ['part-3'],
    });
  });

  test('with an authorization and a payable part: nothing more is owed', () => {
    expect(decideSplit(100n, 0n, [part(1, 'authorized'), part(2, 'awaiting-buyer')])).toMatchObject({
      ...{ standing: 'waits-for-buyer', held: 50n, owed: 0n, start: null },
    });
  });

  test('ignores superseded parts', () => {
    expect(decideSplit(100n, 0n, [part(1, 'authorized', { superseded: true }), part(2, 'authorized')])).toMatchObject({
      standing: 'held',
      held: 50n,
    });
  });
});

describe('the next part of a split', () => {
  test('is the next one, when all before it are authorized or pending', () => {
    expect(decideSplit(150n, 0n, [part(1, 'authorized'), inLine(2), inLine(3)])).toMatchObject({
      start: 'part-2',
      standing: 'under-way',
    });
    expect(decideSplit(100n, 0n, [part(1, 'awaiting-buyer'), inLine(2)]).start).toBe('part-2');
  });

  test.each(['created', 'unknown', 'processing'])('is none while the one before is %s', (state) => {
    expect(decideSplit(100n, 0n, [part(1, state), inLine(2)])).toMatchObject({ start: null, standing: 'under-way' });
  });

  test('is none during a bank challenge', () => {
    const asks = part(1, 'awaiting-buyer', { blocks: true });
    expect(decideSplit(100n, 0n, [asks, inLine(2)])).toMatchObject({
      start: null,
      standing: 'waits-for-buyer',
      owed: 0n,
    });
  });

  test.each(['declined', 'failed', 'expired', 'voided'])('is none for good when one before it is %s', (state) => {
    expect(decideSplit(100n, 0n, [part(1, state), inLine(2)])).toMatchObject({
      start: null,
      end: ['part-2'],
      standing: 'declined',
      owed: 100n,
    });
  });

  test('is not blocked by a decline in an earlier payment', () => {
    const later = [part(3, 'authorized', { part: 0, principal: 30n }), { ...inLine(4), part: 1, principal: 20n }];
    const decision = decideSplit(100n, 0n, [part(1, 'authorized'), part(2, 'declined'), ...later]);
    expect(decision).toMatchObject({ start: 'part-4', end: [] });
  });
});

const anyLegs = fc.array(
  fc.record({
    state: fc.constantFrom(...attemptStates),
    principal: fc.bigInt(1n, 500n),
    superseded: fc.boolean(),
    blocks: fc.boolean(),
    pending: fc.boolean(),
  }),
  { maxLength: 6 },
);
const legsFrom = (drawn: readonly Omit<SplitOrderPart, 'id' | 'number' | 'part'>[]): SplitOrderPart[] =>
  drawn.map((one, index) => ({
    ...one,
    id: `part-${index + 1}`,
    number: index + 1,
    part: index,
    pending: one.pending && one.state === 'created',
  }));

describe('model: all states of split parts', () => {
  test('capture nothing before the whole price is covered; no part gets two commands; order does not matter', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 1_000n),
        fc.bigInt(0n, 1_000n),
        anyLegs,
        fc.integer(),
        (total, received, drawn, seed) => {
          const splitParts = legsFrom(drawn);
          const decision = decideSplit(total, received, splitParts);
          const byId = new Map(splitParts.map((one) => [one.id, one]));
          const reserved = decision.capture.reduce((sum, id) => sum + (byId.get(id)?.principal ?? 0n), 0n);
          expect(decision.capture.length === 0 || received + reserved >= total).toBe(true);
          const named = [
            ...decision.capture,
            ...decision.voids,
            ...decision.end,
            ...(decision.start ? [decision.start] : []),
          ];
          expect(new Set(named).size).toBe(named.length);
          for (const id of named) expect(byId.get(id)?.superseded).toBe(false);
          expect(decision.held <= total && decision.owed >= 0n && decision.held + decision.owed <= total).toBe(true);
          const shuffled = splitParts.toSorted((a, b) => ((a.number * seed) % 7) - ((b.number * seed) % 7));
          expect(decideSplit(total, received, shuffled)).toEqual(decision);
        },
      ),
    );
  });

  /** Plays a whole order: does what the rule says, and lets each gateway answer as it was drawn to. */
  test('end with all parts captured or none when the order follows the rule', () => {
    const outcome = fc.constantFrom('authorized', 'declined', 'unknown-authorized', 'unknown-declined', 'challenge');
    const parts = fc.array(fc.tuple(fc.bigInt(1n, 500n), outcome), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(parts, (drawn) => {
        const total = drawn.reduce((sum, [principal]) => sum + principal, 0n);
        let splitParts = drawn.map(([principal], index) => ({ ...inLine(index + 1), principal, pending: index > 0 }));
        const set = (id: string, change: Partial<SplitOrderPart>): void => {
          splitParts = splitParts.map((one) => (one.id === id ? { ...one, ...change } : one));
        };
        const begun = ['part-1'];
        let received = 0n;
        for (let steps = 0; steps < 40; steps += 1) {
          const asked = splitParts.find(
            ({ state, pending }) => ['created', 'unknown', 'awaiting-buyer'].includes(state) && !pending,
          );
          if (asked) {
            const word = drawn[asked.number - 1]?.[1] ?? 'declined';
            if (asked.state === 'created' && word.startsWith('unknown')) set(asked.id, { state: 'unknown' });
            else if (asked.state === 'created' && word === 'challenge')
              set(asked.id, { state: 'awaiting-buyer', blocks: true });
            else set(asked.id, { state: word.endsWith('declined') ? 'declined' : 'authorized' });
          }
          const decision = decideSplit(total, received, splitParts);
          if (decision.start !== null) {
            begun.push(decision.start);
            set(decision.start, { pending: false });
          }
          for (const id of decision.end) set(id, { state: 'voided', pending: false });
          for (const id of decision.capture) {
            received += splitParts.find((one) => one.id === id)?.principal ?? 0n;
            set(id, { state: 'captured' });
          }
        }
        const end = decideSplit(total, received, splitParts);
        expect(['covered', 'held', 'declined']).toContain(end.standing);
        expect(received).toBe(end.standing === 'covered' ? total : 0n);
        const refusedAt = drawn.findIndex(([, word]) => word.endsWith('declined'));
        expect(begun).toHaveLength(refusedAt === -1 ? drawn.length : refusedAt + 1);
        expect(new Set(begun).size).toBe(begun.length);
      }),
    );
  });
});
