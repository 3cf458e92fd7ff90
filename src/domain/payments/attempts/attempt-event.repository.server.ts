import { deferred } from '#src/kernel/db/pipeline.server.ts';
import { sha256 } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { AttemptState } from '../ports/attempt-states.ts';
import type { GatewayFact } from '../ports/gateway.port.ts';

/** The source of a transition: `payment` wrote the attempt, `buyer` and `renewal` ended it, all others brought a fact. */
export type AttemptEventSource =
  | 'payment'
  | 'renewal'
  | 'supersede'
  | 'answer'
  | 'webhook'
  | 'check'
  | 'buyer'
  | 'credit-list'
  | 'deadline'
  | 'recheck-captured'
  | 'operator';

export interface AttemptEvent {
  /** Null for the first state of an attempt. */
  readonly from: AttemptState | null;
  /** Equal to `from` where a fact brought money without a transition, e.g. a second payment of one code. */
  readonly to: AttemptState;
  readonly source: AttemptEventSource;
  /** The reported fact; absent where no gateway reported one. */
  readonly fact?: GatewayFact;
  readonly at: Date;
}

/**
 * Adds one row to the history of an attempt, in the transaction that writes its state. Rows are never changed. Of a
 * fact, its movements and a hash of its money are stored: the same hash twice is the same report twice.
 */
export async function recordAttemptEvent(db: Db, attemptId: string, event: AttemptEvent): Promise<void> {
  const { from, to, source, fact, at } = event;
  const movements = fact && fact.movements.length > 0 ? movementsJson(fact) : null;
  await deferred(
    db,
    db.insertInto('attempt_events').values({
      attempt_id: attemptId,
      from_state: from,
      to_state: to,
      source,
      fact_hash: fact ? factHash(fact) : null,
      decline_code: fact?.decline?.code ?? null,
      movements,
      at,
    }),
  );
}

function movementsJson(fact: GatewayFact): string {
  return JSON.stringify(
    fact.movements.map(({ id, kind, amount, currency, at }) => ({ id, kind, amount: String(amount), currency, at })),
  );
}

/** Instructions and instruments are left out: a hash of personal data could be guessed. */
function factHash(fact: GatewayFact): string {
  return sha256(JSON.stringify([fact.state, fact.reference ?? null, fact.decline?.code ?? null, movementsJson(fact)]));
}
