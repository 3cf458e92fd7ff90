import type { Updateable } from 'kysely';
import type { Database } from '../../database/index.server.ts';
import type { OrderState } from '../../orders/index.server.ts';
import type { AttemptRow } from './attempt.repository.server.ts';
import { type AttemptState, isUndecided, mayMove } from '../ports/attempt-states.ts';
import type { Decline, GatewayFact } from '../ports/gateway.port.ts';
import { checkBackoffSeconds, isInPreparation, nextCheckAt, nextRecheckAt, nextReservedCheckAt } from './next-check.ts';

/** Columns of an attempt that the rule below reads. */
export type FactSubject = Pick<
  AttemptRow,
  | 'state'
  | 'checks'
  | 'superseded'
  | 'void_state'
  | 'expires_at'
  | 'deadline_at'
  | 'part'
  | 'capture_requested'
  | 'decline_code'
>;

export interface FactDecision {
  readonly from: AttemptState;
  readonly state: AttemptState;
  readonly moved: boolean;
  /** The decline of this fact; undefined for a fact that moves nothing. */
  readonly refusal: Decline | undefined;
  readonly declineCode: string | null;
  /** Changed columns of the attempt. */
  readonly change: Updateable<Database['attempts']>;
  /** The gateway reports the charge as it was requested, after contradictions. */
  readonly resolvesContradiction: boolean;
  /** The job that follows. */
  readonly job:
    | { readonly name: 'void-attempt' }
    | { readonly name: 'resolve-attempt'; readonly startAfterSeconds: number }
    | null;
}

/** An attempt that took money is captured, and one that took none is not, whatever state its gateway reports. */
function stateFrom(fact: GatewayFact, captured: bigint): AttemptState {
  if (captured > 0n) return 'captured';
  return fact.state === 'captured' ? 'processing' : fact.state;
}

/** Whether an attempt has to be voided: any that can take or hold money once it is superseded, and every expired code. */
function mustVoid(state: AttemptState, isUnwanted: boolean): boolean {
  return state === 'expired' || (isUnwanted && (state === 'awaiting-buyer' || state === 'authorized'));
}

/**
 * Decides what a fact changes about an attempt. Pure. `captured`: new money of this fact, minor units (earlier money
 * has made the attempt `captured`); `recheckDays`: its gateway's.
 */
export function decideFact(
  attempt: FactSubject,
  orderState: OrderState,
  fact: GatewayFact,
  known: { readonly captured: bigint; readonly now: Date; readonly recheckDays: number | undefined },
): FactDecision {
  const { captured, now } = known;
  const from = attempt.state;
  const wanted = stateFrom(fact, captured);
  const state = mayMove(from, wanted) ? wanted : from;
  const moved = state !== from;
  const checks = moved ? 0 : attempt.checks + 1;
  const refusal = moved ? fact.decline : undefined;
  const isUnwanted = attempt.superseded || (orderState !== 'open' && orderState !== 'partly-paid');
  const isOverdue = state === 'processing' && attempt.deadline_at <= now && attempt.void_state === null;
  // A reserved part waits for the others: its money is not captured yet.
  const isHeld = attempt.part !== null && state === 'authorized' && !attempt.capture_requested;
  const mustBeVoided = isOverdue || (moved && mustVoid(state, isUnwanted));
  const times = {
    expiresAt: attempt.expires_at,
    deadlineAt: attempt.deadline_at,
    isInPreparation: isInPreparation(fact.instructions),
  };
  const nextAction = fact.nextAction === undefined ? null : JSON.stringify(fact.nextAction);
  const change: Omit<Updateable<Database['attempts']>, 'state'> = {
    checks,
    not_found: 0,
    contradictions: 0,
    updated_at: now,
    next_check_at: isHeld ? nextReservedCheckAt(now) : nextCheckAt(state, checks, now, times),
    ...(moved && state === 'captured' ? { recheck_at: nextRecheckAt(now, now, known.recheckDays) } : {}),
    ...(fact.reference === undefined ? {} : { reference: fact.reference }),
    ...(fact.instructions === undefined ? {} : { instructions: JSON.stringify(fact.instructions) }),
    ...(moved || nextAction !== null ? { next_action: nextAction } : {}),
    ...(moved ? { decline_code: refusal?.code ?? null, decline_raw: refusal?.raw ?? null } : {}),
    // An authorization that was voided before and is there again is voided again with its order.
    ...(moved && state === 'authorized' ? { void_state: null } : {}),
    ...(mustBeVoided ? { void_state: 'requested', superseded: isUnwanted } : {}),
  };
  return {
    from,
    state,
    moved,
    refusal,
    declineCode: moved ? (refusal?.code ?? null) : attempt.decline_code,
    change,
    resolvesContradiction: moved && (from === 'failed' || from === 'voided'),
    job: jobAfter({ mustBeVoided, looks: moved && isUndecided(state) && !isHeld, state }),
  };
}

function jobAfter(of: { mustBeVoided: boolean; looks: boolean; state: AttemptState }): FactDecision['job'] {
  if (of.mustBeVoided) return { name: 'void-attempt' };
  if (!of.looks) return null;
  return { name: 'resolve-attempt', startAfterSeconds: of.state === 'authorized' ? 0 : checkBackoffSeconds(0) };
}
