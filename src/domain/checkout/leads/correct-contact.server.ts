import { sql } from 'kysely';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { CheckoutContext } from '../context.server.ts';
import type { CheckoutSession } from '../sessions/index.ts';
import { hasPaid } from './lead.repository.server.ts';
import type { LeadInput } from './lead.types.ts';

/**
 * Whether something was paid for the row of `leads` at hand, or may be under way: who then gets the course is decided. What
 * was refused, or never begun, decides nothing.
 */
const isDecided = sql<boolean>`exists (
  select 1 from orders join attempts on attempts.order_id = orders.id
  where orders.session_id = leads.session_id
    and (orders.received > 0 or attempts.state not in ('declined', 'failed', 'voided'))
)`;

/**
 * Corrects the contact of a session whose payment names another person; false when it has to stay as it is, since a payment
 * is under way or has come.
 */
export async function correctContact(
  ctx: CheckoutContext,
  session: CheckoutSession,
  contact: Pick<LeadInput, 'name' | 'email' | 'phone'>,
): Promise<boolean> {
  return transaction(ctx.db, async (trx) => {
    await trx
      .selectFrom('checkout_sessions')
      .select('id')
      .where('id', '=', session.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const corrected = await trx
      .updateTable('leads')
      .set({ ...contact, updated_at: ctx.clock.now() })
      .where('session_id', '=', session.id)
      .where((eb) => eb.not(eb.or([hasPaid, isDecided])))
      .returning('id')
      .executeTakeFirst();
    return corrected !== undefined;
  });
}
