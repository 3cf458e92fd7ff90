import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { CheckoutContext } from '../context.server.ts';
import { sessionById, toSession } from './session.repository.server.ts';
import type { CheckoutSession, SessionUpsell } from './session.types.ts';

export interface UpsellStart {
  readonly brand: string;
  readonly variant: string | null;
  readonly business: string;
  readonly productCode: string;
  readonly upsell: SessionUpsell;
}

/** The offer of an upsell's session, which no link has: a link's offer has no slash. */
function offerOf({ orderId, offerId }: SessionUpsell): string {
  return `upsell/${orderId}/${offerId}`;
}

/**
 * The session in which an upsell is paid: the same browser, link, seller and flow as the purchase's, one row per paid order
 * and offer. The caller holds the lock of that order. Its terms follow the offer until it has an order.
 */
export async function openUpsellSession(
  ctx: CheckoutContext,
  trx: Db,
  main: CheckoutSession,
  { brand, variant, business, productCode, upsell }: UpsellStart,
): Promise<CheckoutSession> {
  const now = ctx.clock.now();
  const browser = await trx
    .selectFrom('checkout_sessions')
    .select('browser_hash')
    .where('id', '=', main.id)
    .executeTakeFirstOrThrow();
  const offer = offerOf(upsell);
  const existing = await trx
    .selectFrom('checkout_sessions')
    .select(['id', 'order_id'])
    .where('browser_hash', '=', browser.browser_hash)
    .where('offer', '=', offer)
    .executeTakeFirst();
  if (existing?.order_id) return sessionOrThrow(trx, existing.id);
  const terms = { brand, variant, business, product_code: productCode, upsell: JSON.stringify(upsell) };
  if (existing) {
    await trx
      .updateTable('checkout_sessions')
      .set({ ...terms, touched_at: now })
      .where('id', '=', existing.id)
      .execute();
    return sessionOrThrow(trx, existing.id);
  }
  const row = await trx
    .insertInto('checkout_sessions')
    .values({
      ...terms,
      id: newId('ses'),
      browser_hash: browser.browser_hash,
      offer,
      flow_id: main.flowId,
      market: main.market,
      // A consent to one brand's analytics is none to its sister brand's.
      analytics_client_id: main.brand === brand ? (main.analyticsClientId ?? null) : null,
      locale: main.locale,
      seller: main.seller,
      source: main.source,
      link: JSON.stringify(main.link),
      lead_id: null,
      order_id: null,
      created_at: now,
      touched_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toSession(row);
}

async function sessionOrThrow(trx: Db, id: string): Promise<CheckoutSession> {
  const session = await sessionById(trx, id);
  if (!session) throw new Error(`Session ${id} vanished`);
  return session;
}
