import type { ChargeRequest, GatewayFact, Movement } from '#src/domain/payments/index.ts';
import type { Money } from '#src/kernel/money/money.ts';

/** What the gateway does with the next charge. `silent-after`: does it, and the answer is lost. */
export type Mood =
  | 'capture'
  | 'authorize'
  | 'decline'
  | 'await'
  | 'challenge'
  | 'silent-before'
  | 'silent-after'
  | 'unreachable';

/** Money that is asked for later is reserved; a lost answer loses a reservation then. */
export function reserving(mood: Mood, { capture }: ChargeRequest): Mood {
  return capture === 'later' && mood === 'capture' ? 'authorize' : mood;
}

/** A charge as it stands in the book of the tests' own gateway. */
export interface BookEntry {
  readonly id: string;
  readonly attemptId: string;
  readonly amount: Money;
  state: GatewayFact['state'];
  readonly movements: Movement[];
  isChallenged: boolean;
}
