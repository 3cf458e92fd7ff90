import { sql } from 'kysely';
import { deferred } from '#src/kernel/db/pipeline.server.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db } from '../../base-context.server.ts';
import type { CheckoutContext } from '../context.server.ts';
import type { SessionAnswers } from './session-answers.ts';
import { toSession } from './session.repository.server.ts';
import type { CheckoutSession } from './session.types.ts';

/**
 * Stores what the buyer chose on a step; the other answers stay. Gives the session as it is now, so that the next price is
 * computed from it. `price-frozen`: money was received for this session's order, whose price is the only one now; nothing
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

/** Makes a lead the session's; sent with the transaction's next statement. */
export async function setSessionLead(db: Db, sessionId: string, leadId: string): Promise<void> {
  await deferred(db, db.updateTable('checkout_sessions').set({ lead_id: leadId }).where('id', '=', sessionId));
}

/** The same as a part of the statement that writes the lead. */
export function withSessionLead(db: Db, sessionId: string, leadId: string) {
  return db.with('session', (part) =>
    part.updateTable('checkout_sessions').set({ lead_id: leadId }).where('id', '=', sessionId),
  );
}

/** Sets the analytics client id of a browser's sessions at one brand; null forgets it. */
export async function setClientIdOfSessions(
  db: Db,
  browser: { readonly hash: string; readonly brand: string },
  clientId: string | null,
): Promise<void> {
  await db
    .updateTable('checkout_sessions')
    .set({ analytics_client_id: clientId })
    .where('browser_hash', '=', browser.hash)
    .where('brand', '=', browser.brand)
    .execute();
}

/** Makes the browsers in which these sessions began strangers to them: no cookie proves any of them from then on. */
export async function detachSessionsFromBrowsers(db: Db, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length === 0) return;
  await db
    .updateTable('checkout_sessions')
    .set((eb) => ({ browser_hash: eb.ref('id') }))
    .where('id', 'in', sessionIds)
    .execute();
}

/** Sessions stay as rows of orders and invoices; whose browser, by which link and with which answers is erased. */
export async function eraseSessions(db: Db, sessionIds: readonly string[]): Promise<void> {
  await db
    .updateTable('checkout_sessions')
    .set((eb) => ({ browser_hash: eb.ref('id'), link: '{}', answers: '{}', analytics_client_id: null }))
    .where('id', 'in', sessionIds)
    .execute();
}
