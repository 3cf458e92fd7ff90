import type { Db } from '../../base-context.server.ts';
import type { SalesContext } from '../context.server.ts';
import { type CheckoutSession, sessionById } from '../../checkout/sessions/index.server.ts';
import type { UpsellDecision } from './upsell.types.ts';

/** The decisions of an order's buyer about the offers after it, newest first. */
export async function upsellDecisions(ctx: SalesContext, orderId: string): Promise<readonly UpsellDecision[]> {
  const rows = await ctx.db
    .selectFrom('upsell_decisions')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('decided_at', 'desc')
    .execute();
  return Promise.all(
    rows.map(async (row) => ({
      offerId: row.offer_id,
      decision: row.decision,
      session: await sessionOf(ctx.db, row.session_id),
      decidedAt: row.decided_at,
    })),
  );
}

function sessionOf(db: Db, id: string | null): Promise<CheckoutSession | null> {
  return id === null ? Promise.resolve(null) : sessionById(db, id);
}

/** The session in which an offer was accepted at some time; null when it never was. */
export async function sessionOfUpsell(db: Db, orderId: string, offerId: string): Promise<CheckoutSession | null> {
  const row = await db
    .selectFrom('upsell_decisions')
    .select('session_id')
    .where('order_id', '=', orderId)
    .where('offer_id', '=', offerId)
    .executeTakeFirst();
  return sessionOf(db, row?.session_id ?? null);
}

/** Writes the decision about an offer; the caller holds the order's lock. A session that was made is never removed from it. */
export async function writeDecision(
  trx: Db,
  orderId: string,
  answer: {
    readonly offerId: string;
    readonly decision: UpsellDecision['decision'];
    readonly sessionId: string | null;
    readonly now: Date;
  },
): Promise<void> {
  const { offerId, decision, sessionId, now } = answer;
  await trx
    .insertInto('upsell_decisions')
    .values({ order_id: orderId, offer_id: offerId, decision, session_id: sessionId, decided_at: now })
    .onConflict((conflict) =>
      conflict.columns(['order_id', 'offer_id']).doUpdateSet((eb) => ({
        decision,
        session_id: eb.fn.coalesce('excluded.session_id', 'upsell_decisions.session_id'),
        decided_at: now,
      })),
    )
    .execute();
}
