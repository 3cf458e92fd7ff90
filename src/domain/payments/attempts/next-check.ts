import type { JsonObject } from '#src/kernel/json/json.ts';
import type { AttemptState } from '../ports/attempt-states.ts';

const firstCheckSeconds = 5;
/** A gateway answers within 8 s; an attempt that is still `created` after this died with its process. */
export const orphanedAfterSeconds = 20;
const maxBackoffSeconds = 300;
/** After its expiry a slip may still be credited. The gateway's list of credits reports that, so polls are rare. */
const graceCheckSeconds = 30 * 60;

/** Seconds until an undecided attempt is asked about again: 5, 10, 20, … at most 5 minutes. */
export function checkBackoffSeconds(checks: number): number {
  return Math.min(maxBackoffSeconds, firstCheckSeconds * 2 ** Math.min(checks, 10));
}

/** Reserved parts are polled this rarely: they only could lapse. */
const reservedCheckSeconds = 30 * 60;

export function nextReservedCheckAt(now: Date): Date {
  return new Date(now.getTime() + reservedCheckSeconds * 1000);
}

export interface AttemptDeadlines {
  readonly expiresAt: Date;
  /** `expiresAt` and the rail's grace: nothing stays open past it. */
  readonly deadlineAt: Date;
  /** The instructions are not ready: the gateway reports them, or is polled soon. */
  readonly isInPreparation?: boolean;
}

/** Whether the gateway still prepares the instructions: a slip that is being registered. */
export function isInPreparation(instructions: JsonObject | null | undefined): boolean {
  return instructions?.['pending'] === true;
}

/**
 * The next check of an attempt, or null when nothing is open. An attempt that awaits its buyer is checked when it
 * expires; an undecided one, soon.
 */
export function nextCheckAt(state: AttemptState, checks: number, now: Date, times: AttemptDeadlines): Date | null {
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  switch (state) {
    case 'created':
    case 'unknown':
    case 'processing':
    case 'authorized':
      return after(checkBackoffSeconds(checks));
    case 'awaiting-buyer': {
      if (times.isInPreparation) return after(checkBackoffSeconds(checks));
      if (times.expiresAt > now) return times.expiresAt;
      const check = after(graceCheckSeconds);
      if (times.deadlineAt > now) return times.deadlineAt < check ? times.deadlineAt : check;
      return after(checkBackoffSeconds(checks));
    }
    default:
      return null;
  }
}

const dayMs = 86_400_000;

/**
 * The next recheck of a captured attempt: one day after it began, then each time it is twice as old, and for the last
 * time when its money cannot go back any more; null after that, or where it never can. `days` is its gateway's.
 */
export function nextRecheckAt(began: Date, now: Date, days: number | undefined): Date | null {
  const age = now.getTime() - began.getTime();
  const end = (days ?? 0) * dayMs;
  if (age >= end) return null;
  const next = Math.max(2 * age, age + dayMs);
  return new Date(began.getTime() + Math.min(next, end));
}
