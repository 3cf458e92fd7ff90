import type { Updateable } from 'kysely';
import type { Database } from '../../database/index.server.ts';
import type { AttemptRow } from './attempt.repository.server.ts';
import { type AttemptState, isOpen, isUndecided } from '../ports/attempt-states.ts';
import type { GatewayAnswer, GatewayFact } from '../ports/gateway.port.ts';
import { isReservedPart } from './split-parts.server.ts';
import { isInPreparation, nextCheckAt } from './next-check.ts';

/** "Never heard of it" may be a gateway's read lag: believed only this many times, this long after the call. */
const notFoundTimes = 3;
const notFoundSeconds = 60;
/** So many contradicting answers in a row, and so long after the charge was made, are no passing fault. */
const contradictedTimes = 5;
const contradictedSeconds = 10 * 60;

/** What the rules below look at of an attempt. */
export type PolledAttempt = Pick<
  AttemptRow,
  | 'state'
  | 'checks'
  | 'reference'
  | 'not_found'
  | 'contradictions'
  | 'instructions'
  | 'created_at'
  | 'expires_at'
  | 'deadline_at'
>;

/** What an answer means for an attempt: a fact, the end of a charge that is told otherwise again and again, or nothing yet. */
export type AnswerMeaning =
  | { readonly kind: 'fact'; readonly fact: GatewayFact }
  | { readonly kind: 'contradicted'; readonly reason: string; readonly fact: GatewayFact }
  | { readonly kind: 'nothing'; readonly answerClass: AnswerClass };

export type AnswerClass = 'nothing' | 'not-found' | 'contradiction';

/** An authorization that is still wanted is taken; about everything else the gateway is only asked. A part waits for the whole price. */
export function mustCapture(attempt: Pick<AttemptRow, 'state' | 'superseded' | 'part' | 'capture_requested'>): boolean {
  const isTheTime = attempt.part === null || attempt.capture_requested;
  return attempt.state === 'authorized' && !attempt.superseded && isTheTime;
}

/** Whether a job has to find out. Money that is held until a whole price is there needs none: whoever hears that it is takes it. */
export function needsPolling(
  attempt: Pick<AttemptRow, 'state' | 'superseded' | 'part' | 'capture_requested'>,
): boolean {
  return isUndecided(attempt.state) && (attempt.capture_requested || !isReservedPart(attempt));
}

/** The answer speaks of another amount, payee or order than we asked for: it is never believed, and not nothing either. */
function isContradiction(answer: GatewayAnswer): answer is Extract<GatewayAnswer, { kind: 'silent' }> {
  return answer.kind === 'silent' && answer.reason.startsWith('mismatch-');
}

/** What a gateway's answer to our asking means at an instant. Pure. */
export function interpretAnswer(answer: GatewayAnswer, attempt: PolledAttempt, now: Date): AnswerMeaning {
  if (isContradiction(answer)) {
    const isEnd = isOpen(attempt.state) && endsByContradiction(attempt, now);
    return isEnd
      ? { kind: 'contradicted', reason: answer.reason, fact: contradictedFact(attempt, answer.reason, now) }
      : { kind: 'nothing', answerClass: 'contradiction' };
  }
  const fact = factFrom(answer, attempt, now);
  if (fact) return { kind: 'fact', fact };
  return { kind: 'nothing', answerClass: answer.kind === 'not-found' ? 'not-found' : 'nothing' };
}

/** Whether this contradiction, the next of those that the attempt has had, ends the asking. */
function endsByContradiction(attempt: PolledAttempt, now: Date): boolean {
  if (attempt.deadline_at <= now) return true;
  const age = now.getTime() - attempt.created_at.getTime();
  return attempt.contradictions + 1 >= contradictedTimes && age >= contradictedSeconds * 1000;
}

function contradictedFact({ state }: PolledAttempt, reason: string, now: Date): GatewayFact {
  const decline = { code: 'gateway-mismatch', raw: reason, reversible: true };
  return { state: state === 'authorized' ? 'voided' : 'failed', movements: [], decline, at: now };
}

/** Null = nothing learned. */
function factFrom(answer: GatewayAnswer, attempt: PolledAttempt, now: Date): GatewayFact | null {
  if (answer.kind === 'fact') {
    const waitsInVain = answer.fact.state === 'awaiting-buyer' && attempt.deadline_at <= now;
    return waitsInVain ? { ...answer.fact, state: 'expired' } : answer.fact;
  }
  if (answer.kind !== 'not-found') return null;
  const nothingThere = { movements: [], at: now } as const;
  if (attempt.state === 'awaiting-buyer') {
    return attempt.deadline_at <= now ? { ...nothingThere, state: 'expired' } : null;
  }
  if (!isLost(attempt, now)) return null;
  return { ...nothingThere, state: 'failed', decline: { code: 'gateway-lost', raw: 'not-found', reversible: true } };
}

/** A charge that its gateway has named once is there: it is given up at its deadline only. */
function isLost(attempt: PolledAttempt, now: Date): boolean {
  const age = now.getTime() - attempt.created_at.getTime();
  const wasThere = attempt.reference !== null && attempt.deadline_at > now;
  return !wasThere && attempt.not_found + 1 >= notFoundTimes && age >= notFoundSeconds * 1000;
}

/** What is written when nothing was learned: the next look is put off. Null for an attempt that nobody looks at any more. */
export function deferCheck(
  attempt: PolledAttempt,
  answerClass: AnswerClass,
  now: Date,
): Pick<Updateable<Database['attempts']>, 'checks' | 'not_found' | 'contradictions' | 'next_check_at'> | null {
  const state = attempt.state;
  if (!isOpen(state)) return null;
  const checks = attempt.checks + 1;
  const times = {
    expiresAt: attempt.expires_at,
    deadlineAt: attempt.deadline_at,
    isInPreparation: isInPreparation(attempt.instructions),
  };
  return {
    checks,
    not_found: attempt.not_found + (answerClass === 'not-found' ? 1 : 0),
    contradictions: attempt.contradictions + (answerClass === 'contradiction' ? 1 : 0),
    next_check_at: nextCheckAt(state, checks, now, times),
  };
}

/** Turns what happened on the wire of a new charge into a fact. Silence is `unknown`, never a refusal: the money may have moved. */
export function factOfNewCharge(answer: GatewayAnswer, now: Date): GatewayFact {
  switch (answer.kind) {
    case 'fact':
      return answer.fact;
    case 'silent':
      return { state: 'unknown', movements: [], at: now };
    case 'unreachable':
    case 'not-found': {
      const raw = answer.kind === 'unreachable' ? answer.reason : 'not-found';
      const decline = { code: 'gateway-unreachable', raw, reversible: true };
      return { state: 'failed', movements: [], decline, at: now };
    }
  }
}

/** What a gateway says of a capture that it refuses for good, as the end of the reservation. */
export function refusedCaptureAsVoid(answer: GatewayAnswer): GatewayAnswer {
  if (answer.kind !== 'fact' || !['declined', 'failed', 'expired'].includes(answer.fact.state)) return answer;
  return { kind: 'fact', fact: { ...answer.fact, state: 'voided' } };
}

/**
 * Why taking a charge back has to be tried again, after its gateway's answer was applied and left the attempt in `state`;
 * null when it is done. Not found may mean not there yet: as long as the attempt is open, its charge may still come.
 */
export function whyNotVoided(answer: GatewayAnswer, state: AttemptState): string | null {
  if (answer.kind === 'silent' || answer.kind === 'unreachable') return answer.kind;
  if (!isOpen(state)) return null;
  return answer.kind === 'fact' ? state : answer.kind;
}
