import { sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import type { SalesContext } from '../context.server.ts';
import { attemptStates, isOpen } from '../../payments/index.ts';
import { optOutHashes, type PurchaseIdentity } from './abandonment.repository.server.ts';
import { lastOptOutAt } from './reminder.repository.server.ts';

/** States in which an attempt may still take money. */
const openStates = attemptStates.filter(isOpen);

/** A session with a lead that was not checked for abandonment yet. */
export interface AbandonedSession extends PurchaseIdentity {
  readonly sessionId: string;
  /** The buyer's last request. */
  readonly lastSeenAt: Date;
  /** A payment is under way or waits for its buyer: the session is not abandoned. */
  readonly hasOpenPayment: boolean;
  readonly leadId: string;
  readonly leadAt: Date;
}

/** Unchecked sessions with a lead after another and before an instant, the oldest first, without those of invoices and upsells. */
export async function sessionsToCheck(
  db: Db,
  after: { readonly at: Date; readonly id: string },
  before: Date,
  limit: number,
): Promise<AbandonedSession[]> {
  const rows = await db
    .selectFrom('leads')
    .innerJoin('checkout_sessions', 'checkout_sessions.lead_id', 'leads.id')
    .select(['checkout_sessions.id', 'checkout_sessions.brand', 'checkout_sessions.variant', 'leads.email'])
    .select(['leads.id as lead_id', 'leads.created_at as lead_at'])
    .select(['checkout_sessions.product_code', 'checkout_sessions.market', 'checkout_sessions.touched_at'])
    .select((eb) => [
      eb
        .selectFrom('attempts')
        .innerJoin('orders', 'orders.id', 'attempts.order_id')
        .whereRef('orders.session_id', '=', 'checkout_sessions.id')
        .select((of) => of.fn.max('attempts.updated_at').as('at'))
        .as('attempted_at'),
      eb
        .exists(
          eb
            .selectFrom('attempts')
            .innerJoin('orders', 'orders.id', 'attempts.order_id')
            .select('attempts.id')
            .whereRef('orders.session_id', '=', 'checkout_sessions.id')
            .where('attempts.superseded', '=', false)
            .where('attempts.state', 'in', openStates),
        )
        .as('is_busy'),
    ])
    .where('leads.created_at', '>=', after.at)
    .where(sql<boolean>`(leads.created_at, leads.id) > (${after.at}, ${after.id})`)
    .where('leads.created_at', '<', before)
    .where('checkout_sessions.upsell', 'is', null)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('abandonments').select('id').whereRef('session_id', '=', 'checkout_sessions.id'))),
    )
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('invoices').select('id').whereRef('session_id', '=', 'checkout_sessions.id'))),
    )
    .orderBy('leads.created_at')
    .orderBy('leads.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    sessionId: row.id,
    brand: row.brand,
    variant: row.variant,
    productCode: row.product_code,
    market: row.market,
    email: row.email,
    lastSeenAt: row.attempted_at && row.attempted_at > row.touched_at ? row.attempted_at : row.touched_at,
    hasOpenPayment: Boolean(row.is_busy),
    leadId: row.lead_id,
    leadAt: row.lead_at,
  }));
}

/** Whether a session has a payment under way. */
export async function hasOpenPayment(db: Db, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('attempts')
    .innerJoin('orders', 'orders.id', 'attempts.order_id')
    .select('attempts.id')
    .where('orders.session_id', '=', sessionId)
    .where('attempts.superseded', '=', false)
    .where('attempts.state', 'in', openStates)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether this buyer has paid for this product since, in whatever session; money that went back again counts as well. */
export async function hasBought(db: Db, wanted: PurchaseIdentity, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('leads')
    .innerJoin('orders', 'orders.lead_id', 'leads.id')
    .select('orders.id')
    .where('leads.brand', '=', wanted.brand)
    .where(sql`lower(leads.email)`, '=', wanted.email.toLowerCase())
    .where('orders.product_code', '=', wanted.productCode)
    .where('orders.market', '=', wanted.market)
    .where('orders.state', 'in', ['paid', 'partly-paid', 'refunded'])
    .where((eb) => eb.or([eb('orders.paid_at', 'is', null), eb('orders.paid_at', '>=', since)]))
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the session's buyer consented to marketing by the brand, and has not opted out since. */
export async function hasMarketingConsent(
  { config }: Pick<SalesContext, 'config'>,
  db: Db,
  { sessionId, ...wanted }: PurchaseIdentity & { readonly sessionId: string },
): Promise<boolean> {
  const consent = await db
    .selectFrom('consents')
    .select(['accepted', 'at'])
    .where('session_id', '=', sessionId)
    .where('kind', '=', 'marketing')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!consent?.accepted) return false;
  const optedOutAt = await lastOptOutAt(db, wanted.brand, optOutHashes(config, wanted.email));
  return optedOutAt === null || optedOutAt < consent.at;
}
