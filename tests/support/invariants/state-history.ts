import type { Pool } from 'pg';

/** Where things stood at one moment, as somebody who looks from outside sees them. */
export interface StateSnapshot {
  readonly attempts: ReadonlyMap<string, string>;
  readonly orders: ReadonlyMap<string, string>;
  /** Attempts of which more has gone back than has come, in the books. */
  readonly overRefunded: readonly string[];
}

const open = ['awaiting-buyer', 'processing', 'authorized', 'captured', 'declined', 'expired', 'voided', 'failed'];
/**
 * Where a state may be found later, over any number of steps that nobody saw. The checker's own words of the promise, not the
 * product's table.
 */
const attemptsLater: Readonly<Record<string, readonly string[]>> = {
  created: [...open, 'unknown'],
  unknown: open,
  'awaiting-buyer': open,
  processing: open,
  authorized: ['captured', 'voided'],
  captured: [],
  declined: ['authorized', 'captured', 'voided'],
  expired: ['authorized', 'captured', 'voided'],
  failed: ['authorized', 'captured', 'voided'],
  voided: ['captured'],
};
const ordersLater: Readonly<Record<string, readonly string[]>> = {
  open: ['partly-paid', 'paid', 'refunded', 'closed'],
  'partly-paid': ['paid', 'refunded', 'closed'],
  closed: ['partly-paid', 'paid', 'refunded'],
  paid: ['refunded'],
  refunded: [],
};

/** I9, and I5 at every moment that was seen: what cannot have followed. */
export function invalidTransitions(before: StateSnapshot, after: StateSnapshot): string[] {
  return [
    ...moved(before.attempts, after.attempts, attemptsLater),
    ...moved(before.orders, after.orders, ordersLater),
    ...after.overRefunded.map((id) => `I5: more had gone back than had come by ${id}`),
  ];
}

function moved(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  later: Readonly<Record<string, readonly string[]>>,
): string[] {
  return [...before].flatMap(([id, from]) => {
    const to = after.get(id);
    if (to === undefined) return [`I9: ${id} was ${from} and is gone`];
    return to === from || later[from]?.includes(to) ? [] : [`I9: ${id} went from ${from} to ${to}`];
  });
}

/** I9 at rest, however short what was paid was seen as paid: the books only grow, and tell it of whatever is now said to be unpaid. */
export async function ordersUnpaidAgain(pool: Pick<Pool, 'query'>): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; state: string }>(
    `select id, state from attempts where state in ('declined', 'expired', 'voided', 'failed') and exists (
       select from ledger_transfers l where l.attempt_id = attempts.id and l.kind like 'capture-%')`,
  );
  return rows.map(({ id, state }) => `I9: ${id} has been paid and is ${state}`);
}

export const snapshotQueries = {
  attempts: 'select id, state from attempts',
  orders: 'select id, state from orders',
  overRefunded: `select attempt_id as id from ledger_transfers group by attempt_id
    having sum(amount) filter (where kind like 'refund-%' and kind <> 'refund-excess')
      > coalesce(sum(amount) filter (where kind like 'capture-%'), 0)`,
} as const;
