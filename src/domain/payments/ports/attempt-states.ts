import type { AttemptState } from '../../database/index.ts';

export type { AttemptState };

/**
 * The life of an attempt: one try of one tender on one rail.
 *
 * - `created`: written before the gateway is called
 * - `awaiting-buyer`: the buyer must act (scan, pay a slip, answer a challenge)
 * - `processing`: the gateway has it and will say more
 * - `unknown`: we asked and did not hear; a job finds out
 * - `authorized` / `captured`: money reserved / taken
 * - `declined`, `expired`, `voided`, `failed`: no money, as far as we know now
 */
export const attemptStates = [
  'created',
  'awaiting-buyer',
  'processing',
  'unknown',
  'authorized',
  'captured',
  'declined',
  'expired',
  'voided',
  'failed',
] as const satisfies readonly AttemptState[];

const undecided = [
  'awaiting-buyer',
  'processing',
  'unknown',
  'authorized',
  'captured',
  'declined',
  'expired',
  'voided',
  'failed',
] as const satisfies readonly AttemptState[];

/**
 * Where each state may go. Late truth moves a refused attempt up to money (`failed → captured`);
 * nothing ever moves money down to a refusal, and silence (`unknown`) follows no earlier answer.
 * Staying is always allowed and is a no-op.
 */
export const attemptTransitions: Readonly<Record<AttemptState, readonly AttemptState[]>> = {
  created: undecided,
  'awaiting-buyer': ['processing', 'authorized', 'captured', 'declined', 'expired', 'voided', 'failed'],
  processing: ['awaiting-buyer', 'authorized', 'captured', 'declined', 'expired', 'voided', 'failed'],
  unknown: ['awaiting-buyer', 'processing', 'authorized', 'captured', 'declined', 'expired', 'voided', 'failed'],
  authorized: ['captured', 'voided'],
  captured: [],
  declined: ['authorized', 'captured'],
  expired: ['authorized', 'captured'],
  voided: ['captured'],
  failed: ['authorized', 'captured'],
};

/** States in which an attempt may still take money without a surprise; a new attempt must first deal with it. */
export const openStates = [
  'created',
  'awaiting-buyer',
  'processing',
  'unknown',
  'authorized',
] as const satisfies readonly AttemptState[];

export function isOpen(state: AttemptState): boolean {
  return (openStates as readonly AttemptState[]).includes(state);
}

/** States that a job polls until they end: the outcome is not known, and money may be on its way. */
export const undecidedStates = [
  'created',
  'processing',
  'unknown',
  'authorized',
] as const satisfies readonly AttemptState[];

export function isUndecided(state: AttemptState): boolean {
  return (undecidedStates as readonly AttemptState[]).includes(state);
}

/** Whether `to` may follow `from`; the same state again is fine. */
export function mayMove(from: AttemptState, to: AttemptState): boolean {
  return from === to || attemptTransitions[from].includes(to);
}
