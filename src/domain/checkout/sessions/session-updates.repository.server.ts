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

/**
 * Deletes at most `limit` sessions that began before an instant, were not touched since and became nothing: no lead, no order
 * and nothing else names them. Returns how many.
 */
export async function deleteSessionsWithoutLead(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from checkout_sessions where id in (
      select id from checkout_sessions s
      where lead_id is null and created_at < ${before} and touched_at < ${before} and order_id is null and upsell is null
        and not exists (select from leads where session_id = s.id)
        and not exists (select from orders where session_id = s.id)
        and not exists (select from quotes where session_id = s.id)
        and not exists (select from consents where session_id = s.id)
        and not exists (select from session_locations where session_id = s.id)
        and not exists (select from upsell_decisions where session_id = s.id)
        and not exists (select from payment_profiles where session_id = s.id)
        and not exists (select from invoices where session_id = s.id)
        and not exists (select from recoveries where session_id = s.id)
        and not exists (select from resume_requests where session_id = s.id)
        and not exists (select from abandonments where session_id = s.id)
        and not exists (select from points_links where session_id = s.id)
        and not exists (select from contracts where session_id = s.id)
      order by created_at limit ${limit} for update skip locked)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
