import type { Db, DomainContext } from '../context.server.ts';
import { type AttemptRow, attemptsOfOrder, stateOf, updateAttempt } from './attempt.repository.server.ts';
import { isOpen } from './attempt-states.ts';

/**
 * Sets an attempt aside and has it taken back at its gateway; one that waits for its turn just ends. The caller holds the
 * order's lock.
 */
export async function giveUpAttempt(ctx: DomainContext, trx: Db, attempt: AttemptRow): Promise<void> {
  if (attempt.pending !== null) return endLeg(trx, attempt.id, ctx.clock.now());
  await updateAttempt(trx, attempt.id, { superseded: true, release_state: 'wanted' });
  await ctx.jobs.send(trx, 'release-attempt', { attemptId: attempt.id });
}

/** Gives up whatever of an order may still take money, except one attempt: what was given up before is left alone. */
export async function giveUpOpenAttempts(
  ctx: DomainContext,
  trx: Db,
  orderId: string,
  exceptId?: string,
): Promise<void> {
  for (const attempt of await attemptsOfOrder(trx, orderId)) {
    if (attempt.id !== exceptId && isOpen(stateOf(attempt)) && attempt.release_state === null) {
      await giveUpAttempt(ctx, trx, attempt);
    }
  }
}

/** A leg that never began: no gateway has heard of it, and its secrets are forgotten. */
export async function endLeg(trx: Db, attemptId: string, now: Date): Promise<void> {
  await updateAttempt(trx, attemptId, {
    state: 'voided',
    pending: null,
    next_check_at: null,
    decline_code: 'not-started',
    decline_raw: null,
    updated_at: now,
  });
}
