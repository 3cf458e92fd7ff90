import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { type AttemptRow, attemptsOfOrder, transitionAttempt, updateAttempt } from './attempt.repository.server.ts';
import { isOpen } from '../ports/attempt-states.ts';

/**
 * Supersedes an attempt and has it voided at its gateway; a part that has not started just ends. The caller holds the
 * order's lock.
 */
export async function cancelAttempt(ctx: PaymentsContext, trx: Db, attempt: AttemptRow): Promise<void> {
  if (attempt.sealed_request !== null) return endUnstartedPart(trx, attempt, ctx.clock.now());
  await updateAttempt(trx, attempt.id, { superseded: true, void_state: 'requested' });
  await ctx.jobs.send(trx, 'void-attempt', { attemptId: attempt.id });
}

/** Cancels the open attempts of an order, except one; those that are superseded already are left alone. */
export async function cancelOpenAttempts(
  ctx: PaymentsContext,
  trx: Db,
  orderId: string,
  exceptId?: string,
): Promise<void> {
  for (const attempt of await attemptsOfOrder(trx, orderId)) {
    if (attempt.id !== exceptId && isOpen(attempt.state) && attempt.void_state === null) {
      await cancelAttempt(ctx, trx, attempt);
    }
  }
}

/** Ends a part that has not started: its gateway was not called, and its encrypted request is deleted. */
export async function endUnstartedPart(trx: Db, attempt: Pick<AttemptRow, 'id' | 'state'>, now: Date): Promise<void> {
  const change = {
    ...{ state: 'voided' as const, sealed_request: null, next_check_at: null, updated_at: now },
    ...{ decline_code: 'not-started', decline_raw: null },
  };
  await transitionAttempt(trx, attempt, change, { source: 'supersede', at: now });
}
