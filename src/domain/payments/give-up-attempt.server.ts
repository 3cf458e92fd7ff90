import type { Db, DomainContext } from '../context.server.ts';
import { type AttemptRow, attemptsOfOrder, stateOf, updateAttempt } from './attempt.repository.server.ts';
import { isOpen } from './attempt-states.ts';

/** Sets an attempt aside and has it taken back at its gateway. The caller holds the order's lock. */
export async function giveUpAttempt(ctx: DomainContext, trx: Db, attempt: AttemptRow): Promise<void> {
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
