import { assertStateTable } from '#src/kernel/result/state-table.ts';

/**
 * The life of a part of a refund:
 *
 * - `wanted`: its gateway is asked by a job
 * - `by-hand`: its gateway cannot give back, so a person pays it out
 * - `disputed`: a dispute holds its money; nothing is paid until the dispute has ended
 * - `done`: its refund is in the books
 * - `canceled`: the dispute was lost, so that the buyer has the money from their bank
 */
export type RefundPartState = 'wanted' | 'by-hand' | 'disputed' | 'done' | 'canceled';

/** `done` leads back where its refund turns out to be another part's. */
export const refundPartTransitions: Readonly<Record<RefundPartState, readonly RefundPartState[]>> = {
  wanted: ['by-hand', 'disputed', 'done'],
  'by-hand': ['disputed', 'done'],
  disputed: ['wanted', 'done', 'canceled'],
  done: ['wanted'],
  canceled: [],
};
assertStateTable('wanted', refundPartTransitions);

/** States in which money of a part is still owed. */
export const openRefundPartStates = ['wanted', 'by-hand', 'disputed'] as const satisfies readonly RefundPartState[];
