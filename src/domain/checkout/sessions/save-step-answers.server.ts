import { sql } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { CheckoutContext } from '../context.server.ts';
import type { SessionAnswers } from './session-answers.ts';
import { toSession } from './session.repository.server.ts';
import type { CheckoutSession } from './session.types.ts';

/**
 * Keeps what the buyer chose on a step; the other answers stay. Answers the session as it now is, so that the next price
 * is computed from it. `price-frozen`: money has come in for this session's order, whose price is the only one now; nothing
 * was written.
 */
export async function saveStepAnswers(
  ctx: CheckoutContext,
  session: CheckoutSession,
  answers: SessionAnswers,
): Promise<Result<CheckoutSession, 'price-frozen'>> {
  const row = await ctx.db
    .updateTable('checkout_sessions')
    .set({
      answers: sql<JsonObject>`checkout_sessions.answers || ${JSON.stringify(answers)}::jsonb`,
      touched_at: ctx.clock.now(),
    })
    .where('id', '=', session.id)
    .where((eb) => {
      const frozen = eb
        .selectFrom('orders')
        .select('orders.id')
        .whereRef('orders.id', '=', 'checkout_sessions.order_id')
        .where('orders.state', 'not in', ['open', 'closed']);
      return eb.not(eb.exists(frozen));
    })
    .returningAll()
    .executeTakeFirst();
  return row ? ok(toSession(row)) : err('price-frozen');
}
