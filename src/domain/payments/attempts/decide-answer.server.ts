import type { Updateable } from 'kysely';
import type { Database } from '../../database/index.server.ts';
import type { AttemptRow } from './attempt.repository.server.ts';
import { type AttemptState, isOpen, isUndecided } from '../ports/attempt-states.ts';
import type { GatewayAnswer, GatewayFact } from '../ports/gateway.port.ts';
import { isReservedPart } from './split-parts.server.ts';
import { isInPreparation, nextCheckAt } from './next-check.ts';

/** A not-found answer may be a gateway's read lag: it is believed only this many times, this long after the call. */
const notFoundTimes = 3;
const notFoundSeconds = 60;
/** So many contradicting answers in a row, and so long after the charge was made, are no passing fault. */
const contradictedTimes = 5;
const contradictedSeconds = 10 * 60;

/** Columns of an attempt that the rules below read. */
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

/**
 * The meaning of an answer for an attempt: a fact, the end of a charge that is contradicted again and again, or
 * nothing yet.
 */
export type AnswerMeaning =
  | { readonly kind: 'fact'; readonly fact: GatewayFact }
  | { readonly kind: 'contradicted'; readonly reason: string; readonly fact: GatewayFact }
  | { readonly kind: 'nothing'; readonly answerClass: AnswerClass };

export type AnswerClass = 'nothing' | 'not-found' | 'contradiction';

/** Whether an attempt is to be captured: an authorization that is not superseded; a part waits for the whole price. */
export function mustCapture(attempt: Pick<AttemptRow, 'state' | 'superseded' | 'part' | 'capture_requested'>): boolean {
  const isTheTime = attempt.part === null || attempt.capture_requested;
  return attempt.state === 'authorized' && !attempt.superseded && isTheTime;
}

/**
 * Whether a job polls an attempt until it is decided. A reserved part needs none: it is captured with the whole price.
 */
export function needsPolling(
  attempt: Pick<AttemptRow, 'state' | 'superseded' | 'part' | 'capture_requested'>,
): boolean {
  return isUndecided(attempt.state) && (attempt.capture_requested || !isReservedPart(attempt));
}

/** Whether the answer names another amount, payee or order than the charge's: it is never believed. */
function isContradiction(answer: GatewayAnswer): answer is Extract<GatewayAnswer, { kind: 'silent' }> {
  return answer.kind === 'silent' && answer.reason.startsWith('mismatch-');
}

/** The meaning of a gateway's answer to a poll at an instant. Pure. */
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

/** Whether this contradiction, the next of the attempt's, ends the polling. */
function endsByContradiction(attempt: PolledAttempt, now: Date): boolean {
  if (attempt.deadline_at <= now) return true;
  const age = now.getTime() - attempt.created_at.getTime();
  return attempt.contradictions + 1 >= contradictedTimes && age >= contradictedSeconds * 1000;
}

function contradictedFact({ state }: PolledAttempt, reason: string, now: Date): GatewayFact {
  const decline = { code: 'gateway-mismatch', raw: reason, reversible: true };
  return { state: state === 'authorized' ? 'voided' : 'failed', movements: [], decline, at: now };
}

/** Null: the answer says nothing new. */
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

/** Whether a charge was lost. One that its gateway has named once is given up at its deadline only. */
function isLost(attempt: PolledAttempt, now: Date): boolean {
  const age = now.getTime() - attempt.created_at.getTime();
  const wasThere = attempt.reference !== null && attempt.deadline_at > now;
  return !wasThere && attempt.not_found + 1 >= notFoundTimes && age >= notFoundSeconds * 1000;
}

/** The change after a poll without a fact: the next check is deferred. Null for an attempt that is not open. */
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

/** Turns the answer to a new charge into a fact. Silence is `unknown`, never a refusal: the money may have moved. */
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

/** Turns a final refusal to capture into the void of the authorization. */
export function refusedCaptureAsVoid(answer: GatewayAnswer): GatewayAnswer {
  if (answer.kind !== 'fact' || !['declined', 'failed', 'expired'].includes(answer.fact.state)) return answer;
  return { kind: 'fact', fact: { ...answer.fact, state: 'voided' } };
}

/**
 * Why a void has to be retried after its gateway's answer was applied and left the attempt in `state`; null when it is
 * done. Not found may mean not there yet: as long as the attempt is open, its charge may still come.
 */
export function whyNotVoided(answer: GatewayAnswer, state: AttemptState): string | null {
  if (answer.kind === 'silent' || answer.kind === 'unreachable') return answer.kind;
  if (!isOpen(state)) return null;
  return answer.kind === 'fact' ? state : answer.kind;
}
