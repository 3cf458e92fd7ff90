import { describe, expect, test } from 'vitest';
import { type AttemptState, attemptStates } from '../ports/attempt-states.ts';
import { busySplitPart, heldUntil, isReservedPart, toSplitParts, unreachableGateways } from './split-parts.server.ts';

const noon = new Date('2026-03-01T12:00:00Z');
const holds = { cards: { holdSeconds: 3600 }, longer: { holdSeconds: 7200 }, codes: {} } as const;
const rules = { gateways: { byId: (id: string) => (id in holds ? holds[id as keyof typeof holds] : null) } };

const row = (number: number, state: AttemptState, change: object = {}) => ({
  ...{ id: `att_${number}`, state, principal: 50n, number, part: number - 1, superseded: false, sealed_request: null },
  ...{ next_action: null, gateway: 'codes', created_at: noon },
  ...change,
});

describe('split parts', () => {
  test('are read as the split rule takes them; an attempt that pays alone is none', () => {
    const rows = [
      row(1, 'authorized', { superseded: true }),
      row(2, 'created', { sealed_request: {} }),
      row(3, 'captured', { part: null }),
    ];
    expect(toSplitParts(rules, rows)).toEqual([
      {
        ...{ id: 'att_1', state: 'authorized', principal: 50n, number: 1, part: 0 },
        ...{ superseded: true, pending: false, blocks: false },
      },
      {
        ...{ id: 'att_2', state: 'created', principal: 50n, number: 2, part: 1 },
        ...{ superseded: false, pending: true, blocks: false },
      },
    ]);
  });

  test('block later parts while a next action is pending or an authorization comes first', () => {
    const rows = [
      row(1, 'created', { next_action: {} }),
      row(2, 'created', { gateway: 'cards' }),
      row(3, 'created', { gateway: 'gone' }),
    ];
    expect(toSplitParts(rules, rows).map(({ blocks }) => blocks)).toEqual([true, true, false]);
  });

  test('are held while they are authorized and not set aside', () => {
    expect(attemptStates.filter((state) => isReservedPart(row(1, state)))).toEqual(['authorized']);
    expect(isReservedPart(row(1, 'authorized', { superseded: true }))).toBe(false);
    expect(isReservedPart(row(1, 'authorized', { part: null }))).toBe(false);
  });

  test('are held until the earliest expiry of their authorizations', () => {
    const cards = row(1, 'authorized', { gateway: 'cards' });
    const longer = row(2, 'authorized', { gateway: 'longer', created_at: new Date(noon.getTime() - 5_400_000) });
    expect(heldUntil(rules, [cards])).toEqual(new Date('2026-03-01T13:00:00Z'));
    expect(heldUntil(rules, [cards, longer])).toEqual(new Date('2026-03-01T12:30:00Z'));
    expect(heldUntil(rules, [cards, row(3, 'authorized', { gateway: 'gone' })])).toEqual(noon);
    expect(heldUntil(rules, [row(1, 'captured'), row(2, 'authorized', { part: null })])).toBeNull();
  });
});

describe('the busy part of a split', () => {
  const order = { total: 100n, received: 0n };

  test.each(['created', 'unknown', 'processing'] as const)('is one whose outcome is being queried: %s', (state) => {
    expect(busySplitPart(rules, order, [row(1, 'declined'), row(2, state)])).toBe('att_2');
    expect(busySplitPart(rules, order, [row(1, 'declined'), row(2, state, { superseded: true })])).toBeNull();
    expect(busySplitPart(rules, order, [row(1, 'declined'), row(2, state, { part: null })])).toBeNull();
  });

  test('is the next part, or the part about to be captured', () => {
    expect(busySplitPart(rules, order, [row(1, 'authorized'), row(2, 'created', { sealed_request: {} })])).toBe(
      'att_2',
    );
    expect(busySplitPart(rules, order, [row(1, 'authorized'), row(2, 'authorized')])).toBe('att_1');
    expect(busySplitPart(rules, { total: 100n, received: 50n }, [row(1, 'captured'), row(2, 'authorized')])).toBe(
      'att_2',
    );
  });

  test('is none while only buyers are waited for, or the parts do not cover the price', () => {
    expect(busySplitPart(rules, order, [row(1, 'authorized'), row(2, 'awaiting-buyer')])).toBeNull();
    expect(busySplitPart(rules, order, [row(1, 'authorized'), row(2, 'declined')])).toBeNull();
    expect(busySplitPart(rules, order, [])).toBeNull();
  });
});

test('an unreachable gateway is named, and one that answered is not', () => {
  const reported = [
    { gateway: 'cards', decline_code: 'gateway-unreachable' },
    { gateway: 'codes', decline_code: 'funds' },
    { gateway: 'longer', decline_code: null },
  ];
  expect(unreachableGateways(reported)).toEqual(['cards']);
});
