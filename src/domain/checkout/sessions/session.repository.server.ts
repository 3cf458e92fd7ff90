import type { Selectable } from 'kysely';
import type { Country, Locale } from '#src/kernel/locale/locale.ts';
import { deferred } from '#src/kernel/db/pipeline.server.ts';
import { newId, newSecret, sha256 } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { CheckoutContext } from '../context.server.ts';
import type { Database } from '../../database/index.server.ts';
import { readAnswers } from './session-answers.ts';
import type { CheckoutLink, CheckoutSession } from './session.types.ts';

/** The unique key of a session: one row per browser, product, market, offer and flow, so that two tabs never share an order. */
export interface SessionKey {
  /** SHA-256 of the browser's cookie. */
  readonly browserHash: string;
  readonly productCode: string;
  /** The same product in another country is another purchase: price, currency and texts differ. */
  readonly market: Country;
  readonly offer: string;
  readonly flowId: string;
}

export interface SessionStart extends SessionKey {
  readonly brand: string;
  readonly variant: string | null;
  readonly business: string;
  readonly locale: Locale;
  readonly seller: string;
  readonly source: string;
  readonly link: CheckoutLink;
  /** Known only when the buyer consented to analytics. */
  readonly analyticsClientId?: string | null;
}

export function toSession(row: Selectable<Database['checkout_sessions']>): CheckoutSession {
  return {
    id: row.id,
    brand: row.brand,
    variant: row.variant,
    business: row.business,
    productCode: row.product_code,
    offer: row.offer,
    flowId: row.flow_id,
    market: row.market,
    locale: row.locale,
    seller: row.seller,
    source: row.source,
    link: row.link,
    leadId: row.lead_id,
    orderId: row.order_id,
    upsell: row.upsell,
    answers: readAnswers(row.answers),
    analyticsClientId: row.analytics_client_id,
    createdAt: row.created_at,
  };
}

/**
 * Finds or makes the session of this browser for this link. The newest link's attribution (seller, source) holds
 * until there is an order; after that the row stays as it was sold.
 */
export async function openSession(ctx: CheckoutContext, start: SessionStart): Promise<CheckoutSession> {
  const now = ctx.clock.now();
  const row = await ctx.db
    .insertInto('checkout_sessions')
    .values({
      id: newId('ses'),
      browser_hash: start.browserHash,
      brand: start.brand,
      variant: start.variant,
      business: start.business,
      product_code: start.productCode,
      offer: start.offer,
      flow_id: start.flowId,
      market: start.market,
      locale: start.locale,
      seller: start.seller,
      source: start.source,
      link: JSON.stringify(start.link),
      lead_id: null,
      order_id: null,
      analytics_client_id: start.analyticsClientId ?? null,
      created_at: now,
      touched_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['browser_hash', 'product_code', 'market', 'offer', 'flow_id'])
        .doUpdateSet((eb) => ({
          brand: eb.ref('excluded.brand'),
          variant: eb.ref('excluded.variant'),
          business: eb.ref('excluded.business'),
          locale: eb.ref('excluded.locale'),
          seller: eb.ref('excluded.seller'),
          source: eb.ref('excluded.source'),
          link: eb.ref('excluded.link'),
          // A call without it keeps the stored one: `saveClientId` withdraws it.
          analytics_client_id: eb.fn.coalesce('excluded.analytics_client_id', 'checkout_sessions.analytics_client_id'),
          touched_at: now,
        }))
        .where('checkout_sessions.order_id', 'is', null),
    )
    .returningAll()
    .executeTakeFirst();
  if (row) return toSession(row);
  const sold = await findSession(ctx, start);
  if (!sold) throw new Error('A session vanished between insert and read');
  return sold;
}

/** Writes a session that belongs to no browser, without lead or order. */
export async function insertUnownedSession(db: Db, session: CheckoutSession): Promise<void> {
  await deferred(
    db,
    db.insertInto('checkout_sessions').values({
      id: session.id,
      browser_hash: sha256(newSecret()),
      brand: session.brand,
      variant: session.variant,
      business: session.business,
      product_code: session.productCode,
      offer: session.offer,
      flow_id: session.flowId,
      market: session.market,
      locale: session.locale,
      seller: session.seller,
      source: session.source,
      link: JSON.stringify(session.link),
      lead_id: null,
      order_id: null,
      analytics_client_id: null,
      created_at: session.createdAt,
      touched_at: session.createdAt,
    }),
  );
}

export async function findSession(ctx: CheckoutContext, key: SessionKey): Promise<CheckoutSession | null> {
  const row = await ctx.db
    .selectFrom('checkout_sessions')
    .selectAll()
    .where('browser_hash', '=', key.browserHash)
    .where('product_code', '=', key.productCode)
    .where('market', '=', key.market)
    .where('offer', '=', key.offer)
    .where('flow_id', '=', key.flowId)
    .executeTakeFirst();
  return row ? toSession(row) : null;
}

export async function sessionById(db: Db, id: string): Promise<CheckoutSession | null> {
  const row = await db.selectFrom('checkout_sessions').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toSession(row) : null;
}

/** Makes an order the current one of its session; sent with the transaction's next statement. */
export async function setSessionOrder(trx: Db, sessionId: string, orderId: string): Promise<void> {
  await deferred(trx, trx.updateTable('checkout_sessions').set({ order_id: orderId }).where('id', '=', sessionId));
}

/** The same as a part of the statement that inserts the order. */
export function withSessionOrder(trx: Db, sessionId: string, orderId: string) {
  return trx.with('current', (part) =>
    part.updateTable('checkout_sessions').set({ order_id: orderId }).where('id', '=', sessionId),
  );
}

/** Reads and locks the session: a payment holds it until the attempt is written. Rows that refer to it may still be added. */
export async function lockSession(db: Db, id: string): Promise<CheckoutSession | null> {
  const row = await db
    .selectFrom('checkout_sessions')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ? toSession(row) : null;
}

/** The sessions of one browser that hold an order or lead; for API calls that name a lead or an order. */
export async function sessionOfBrowser(
  db: Db,
  browserHash: string,
  owned: { readonly leadId: string } | { readonly orderId: string },
): Promise<CheckoutSession | null> {
  let query = db.selectFrom('checkout_sessions').selectAll().where('browser_hash', '=', browserHash);
  if ('leadId' in owned) {
    query = query.where('id', 'in', (eb) =>
      eb.selectFrom('leads').select('leads.session_id').where('leads.id', '=', owned.leadId),
    );
  } else {
    query = query.where('id', 'in', (eb) =>
      eb.selectFrom('orders').select('orders.session_id').where('orders.id', '=', owned.orderId),
    );
  }
  const row = await query.executeTakeFirst();
  return row ? toSession(row) : null;
}

/**
 * Whether a browser (SHA-256 of its cookie's secret) is another than the one whose purchase a session is: its buyer came by a
 * link on another device, or another person did.
 */
export async function isOtherBrowser(db: Db, sessionId: string, browserHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('checkout_sessions')
    .select('browser_hash')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return row?.browser_hash !== browserHash;
}
