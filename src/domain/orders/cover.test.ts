import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attemptStates } from '../payments/index.ts';
import { decideCover, type Leg } from './cover.ts';

const leg = (number: number, state: string, change: Partial<Leg> = {}): Leg => ({
  id: `leg-${number}`,
  state,
  principal: 50n,
  number,
  leg: number - 1,
  superseded: false,
  pending: false,
  blocks: false,
  ...change,
});
const inLine = (number: number): Leg => leg(number, 'created', { pending: true });

describe('whether a price is covered', () => {
  test('all parts reserved: all are taken', () => {
    const decision = decideCover(100n, 0n, [leg(1, 'authorized'), leg(2, 'authorized')]);
    expect(decision).toMatchObject({ standing: 'covered', capture: ['leg-1', 'leg-2'], owed: 0n, held: 100n });
  });

  test('a part reserved and a part taken', () => {
    expect(decideCover(100n, 50n, [leg(1, 'authorized'), leg(2, 'captured')])).toMatchObject({
      standing: 'covered',
      capture: ['leg-1'],
    });
  });

  test('a part that is missing: nothing is taken', () => {
    expect(decideCover(100n, 0n, [leg(1, 'authorized'), leg(2, 'declined')])).toMatchObject({
      standing: 'held',
      capture: [],
      held: 50n,
      owed: 50n,
    });
  });

  test('more reserved than the price: the latest is let go', () => {
    const legs = [leg(1, 'authorized'), leg(2, 'authorized'), leg(3, 'authorized', { leg: 0 })];
    expect(decideCover(100n, 0n, legs)).toMatchObject({ capture: ['leg-1', 'leg-2'], letGo: ['leg-3'] });
  });

  test('more reserved than is still owed beside what has come in: the latest is let go, in whatever order they are told', () => {
    const legs = [leg(3, 'authorized'), leg(2, 'authorized'), leg(1, 'captured')];
    expect(decideCover(100n, 50n, legs)).toMatchObject({ standing: 'covered', capture: ['leg-2'], letGo: ['leg-3'] });
  });

  test('a part reserved while a buyer may still pay the other: nobody owes anything more', () => {
    expect(decideCover(100n, 0n, [leg(1, 'authorized'), leg(2, 'awaiting-buyer')])).toMatchObject({
      ...{ standing: 'waits-for-buyer', held: 50n, owed: 0n, start: null },
    });
  });

  test('what was set aside counts for nothing', () => {
    expect(decideCover(100n, 0n, [leg(1, 'authorized', { superseded: true }), leg(2, 'authorized')])).toMatchObject({
      standing: 'held',
      held: 50n,
    });
  });
});

describe('whose turn it is', () => {
  test('the next one, when all before it stand or may wait', () => {
    expect(decideCover(150n, 0n, [leg(1, 'authorized'), inLine(2), inLine(3)])).toMatchObject({
      start: 'leg-2',
      standing: 'under-way',
    });
    expect(decideCover(100n, 0n, [leg(1, 'awaiting-buyer'), inLine(2)]).start).toBe('leg-2');
  });

  test.each(['created', 'unknown', 'processing'])('nobody’s, while the one before is %s', (state) => {
    expect(decideCover(100n, 0n, [leg(1, state), inLine(2)])).toMatchObject({ start: null, standing: 'under-way' });
  });

  test('nobody’s, while a bank asks', () => {
    const asks = leg(1, 'awaiting-buyer', { blocks: true });
    expect(decideCover(100n, 0n, [asks, inLine(2)])).toMatchObject({
      start: null,
      standing: 'waits-for-buyer',
      owed: 0n,
    });
  });

  test.each(['declined', 'failed', 'expired', 'voided'])('nobody’s any more, when one before it is %s', (state) => {
    expect(decideCover(100n, 0n, [leg(1, state), inLine(2)])).toMatchObject({
      start: null,
      end: ['leg-2'],
      standing: 'declined',
      owed: 100n,
    });
  });

  test('a refusal of an earlier call ends nothing of a later one', () => {
    const later = [leg(3, 'authorized', { leg: 0, principal: 30n }), { ...inLine(4), leg: 1, principal: 20n }];
    const decision = decideCover(100n, 0n, [leg(1, 'authorized'), leg(2, 'declined'), ...later]);
    expect(decision).toMatchObject({ start: 'leg-4', end: [] });
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
const legsFrom = (drawn: readonly Omit<Leg, 'id' | 'number' | 'leg'>[]): Leg[] =>
  drawn.map((one, index) => ({
    ...one,
    id: `leg-${index + 1}`,
    number: index + 1,
    leg: index,
    pending: one.pending && one.state === 'created',
  }));

describe('model: whatever states parts are in', () => {
  test('nothing is taken before the whole price is there; no part is asked for two things; order does not matter', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 1_000n),
        fc.bigInt(0n, 1_000n),
        anyLegs,
        fc.integer(),
        (total, received, drawn, seed) => {
          const legs = legsFrom(drawn);
          const decision = decideCover(total, received, legs);
          const byId = new Map(legs.map((one) => [one.id, one]));
          const reserved = decision.capture.reduce((sum, id) => sum + (byId.get(id)?.principal ?? 0n), 0n);
          expect(decision.capture.length === 0 || received + reserved >= total).toBe(true);
          const named = [
            ...decision.capture,
            ...decision.letGo,
            ...decision.end,
            ...(decision.start ? [decision.start] : []),
          ];
          expect(new Set(named).size).toBe(named.length);
          for (const id of named) expect(byId.get(id)?.superseded).toBe(false);
          expect(decision.held <= total && decision.owed >= 0n && decision.held + decision.owed <= total).toBe(true);
          const shuffled = legs.toSorted((a, b) => ((a.number * seed) % 7) - ((b.number * seed) % 7));
          expect(decideCover(total, received, shuffled)).toEqual(decision);
        },
      ),
    );
  });

  /** Plays a whole order: does what the rule says, and lets each gateway answer as it was drawn to. */
  test('an order that does what the rule says ends with all parts taken or none', () => {
    const outcome = fc.constantFrom('authorized', 'declined', 'unknown-authorized', 'unknown-declined', 'challenge');
    const parts = fc.array(fc.tuple(fc.bigInt(1n, 500n), outcome), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(parts, (drawn) => {
        const total = drawn.reduce((sum, [principal]) => sum + principal, 0n);
        let legs = drawn.map(([principal], index) => ({ ...inLine(index + 1), principal, pending: index > 0 }));
        const set = (id: string, change: Partial<Leg>): void => {
          legs = legs.map((one) => (one.id === id ? { ...one, ...change } : one));
        };
        const begun = ['leg-1'];
        let received = 0n;
        for (let steps = 0; steps < 40; steps += 1) {
          const asked = legs.find(
            ({ state, pending }) => ['created', 'unknown', 'awaiting-buyer'].includes(state) && !pending,
          );
          if (asked) {
            const word = drawn[asked.number - 1]?.[1] ?? 'declined';
            if (asked.state === 'created' && word.startsWith('unknown')) set(asked.id, { state: 'unknown' });
            else if (asked.state === 'created' && word === 'challenge')
              set(asked.id, { state: 'awaiting-buyer', blocks: true });
            else set(asked.id, { state: word.endsWith('declined') ? 'declined' : 'authorized' });
          }
          const decision = decideCover(total, received, legs);
          if (decision.start !== null) {
            begun.push(decision.start);
            set(decision.start, { pending: false });
          }
          for (const id of decision.end) set(id, { state: 'voided', pending: false });
          for (const id of decision.capture) {
            received += legs.find((one) => one.id === id)?.principal ?? 0n;
            set(id, { state: 'captured' });
          }
        }
        const end = decideCover(total, received, legs);
        expect(['covered', 'held', 'declined']).toContain(end.standing);
        expect(received).toBe(end.standing === 'covered' ? total : 0n);
        const refusedAt = drawn.findIndex(([, word]) => word.endsWith('declined'));
        expect(begun).toHaveLength(refusedAt === -1 ? drawn.length : refusedAt + 1);
        expect(new Set(begun).size).toBe(begun.length);
      }),
    );
  });
});
