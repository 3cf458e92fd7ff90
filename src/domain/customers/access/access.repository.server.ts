import { sql } from 'kysely';
import { deferred } from '#src/kernel/db/pipeline.server.ts';
import { newId, newSecret, sha256 } from '#src/kernel/ids/ids.server.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Db } from '../../base-context.server.ts';
import type { CustomersContext } from '../context.server.ts';
import type { Order } from '../../orders/index.ts';
import type { OutboxEventType } from '../../messaging/outbox/index.ts';

/** A first access token lives 15 minutes and works once. */
const firstAccessSeconds = 15 * 60;
/** The letter's link to the page that makes such a token: a year, because people look for the letter later. */
const emailLinkSeconds = 365 * 24 * 3600;

/** Opens the course for a paid order, and says so to those who listen; a second call finds the first grant. */
export async function grantAccess(db: Db, order: Order, now: Date): Promise<void> {
  await deferred(
    db,
    db
      .with('granted', (part) =>
        part
          .insertInto('access_grants')
          .values({
            id: newId('acc'),
            order_id: order.id,
            lead_id: order.leadId,
            brand: order.brand,
            product_code: order.productCode,
            state: 'active',
            granted_at: now,
          })
          .onConflict((conflict) => conflict.column('order_id').doNothing())
          .returning('order_id'),
      )
      .insertInto('outbox_events')
      .columns(['type', 'order_id', 'dedup', 'payload', 'created_at'])
      .expression((eb) => eb.selectFrom('granted').select(eventOf('access-granted', '', {}, now))),
  );
}

/**
 * Closes an order's course: nothing that was given out before opens it any more. Those who listen are told once per `cause`
 * (`refunded`, or the id of what happened) when it was open.
 */
export async function revokeAccess(db: Db, orderId: string, now: Date, cause = 'refunded'): Promise<void> {
  await changeAccess(db, orderId, { from: 'active', to: 'revoked', type: 'access-revoked', cause }, now);
}

/** Opens an order's course again that was closed, e.g. when a debt was paid; told once per `cause`. */
export async function restoreAccess(db: Db, orderId: string, now: Date, cause: string): Promise<void> {
  await changeAccess(db, orderId, { from: 'revoked', to: 'active', type: 'access-granted', cause }, now);
}

interface AccessChange {
  readonly from: string;
  readonly to: string;
  readonly type: 'access-granted' | 'access-revoked';
  readonly cause: string;
}

async function changeAccess(
  db: Db,
  orderId: string,
  { from, to, type, cause }: AccessChange,
  now: Date,
): Promise<void> {
  await deferred(
    db,
    db
      .with('granted', (part) =>
        part
          .updateTable('access_grants')
          .set({ state: to })
          .where('order_id', '=', orderId)
          .where('state', '=', from)
          .returning('order_id'),
      )
      .insertInto('outbox_events')
      .columns(['type', 'order_id', 'dedup', 'payload', 'created_at'])
      .expression((eb) => eb.selectFrom('granted').select(eventOf(type, cause, { reason: cause }, now)))
      .onConflict((conflict) => conflict.columns(['order_id', 'type', 'dedup']).doNothing()),
  );
}

/** The columns of an event about the order of a row of `granted`. */
function eventOf(type: OutboxEventType, dedup: string, payload: JsonObject, now: Date) {
  return [
    sql<string>`${type}::text`.as('type'),
    sql<string>`granted.order_id`.as('order_id'),
    sql<string>`${dedup}::text`.as('dedup'),
    sql<string>`${JSON.stringify(payload)}::jsonb`.as('payload'),
    sql<Date>`${now}::timestamptz`.as('created_at'),
  ];
}

async function issueToken(ctx: CustomersContext, orderId: string, purpose: string, seconds: number) {
  const now = ctx.clock.now();
  const token = newSecret();
  const expiresAt = new Date(now.getTime() + seconds * 1000);
  const grant = await ctx.db
    .with('open', (part) =>
      part
        .selectFrom('access_grants')
        .innerJoin('orders', 'orders.id', 'access_grants.order_id')
        .select(['access_grants.id', 'orders.brand', 'orders.variant'])
        .where('access_grants.order_id', '=', orderId)
        .where('access_grants.state', '=', 'active'),
    )
    .with('token', (part) =>
      part
        .insertInto('access_tokens')
        .columns(['token_hash', 'grant_id', 'purpose', 'expires_at', 'created_at'])
        .expression((eb) =>
          eb
            .selectFrom('open')
            .select([
              sql<string>`${sha256(token)}::text`.as('token_hash'),
              'open.id',
              sql<string>`${purpose}::text`.as('purpose'),
              sql<Date>`${expiresAt}::timestamptz`.as('expires_at'),
              sql<Date>`${now}::timestamptz`.as('created_at'),
            ]),
        ),
    )
    .selectFrom('open')
    .select(['brand', 'variant'])
    .executeTakeFirst();
  return grant ? { token, expiresAt, brand: grant.brand, variant: grant.variant } : null;
}

/** Makes a one-time address of the school's first access page; null while the order is not paid. */
export async function issueFirstAccess(
  ctx: CustomersContext,
  orderId: string,
): Promise<{ readonly url: string; readonly expiresAt: Date } | null> {
  const issued = await issueToken(ctx, orderId, 'first-access', firstAccessSeconds);
  if (!issued) return null;
  const url = new URL(ctx.catalog.firstAccessUrl(issued.brand, issued.variant));
  url.searchParams.set('token', issued.token);
  return { url: url.href, expiresAt: issued.expiresAt };
}

/** Makes the secret of the letter's link to our own access page; null while the order is not paid. */
export async function issueEmailAccess(ctx: CustomersContext, orderId: string): Promise<string | null> {
  return (await issueToken(ctx, orderId, 'email', emailLinkSeconds))?.token ?? null;
}

/** The order behind a letter's link, or null when the link is unknown or too old. Looking changes nothing. */
export async function orderOfEmailAccess(ctx: CustomersContext, token: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('access_tokens')
    .innerJoin('access_grants', 'access_grants.id', 'access_tokens.grant_id')
    .select('access_grants.order_id')
    .where('token_hash', '=', sha256(token))
    .where('purpose', '=', 'email')
    .where('expires_at', '>', ctx.clock.now())
    .executeTakeFirst();
  return row?.order_id ?? null;
}

export interface ExchangedAccess {
  /** The same as in the message `access.granted`. */
  readonly accessId: string;
  readonly orderId: string;
  readonly productCode: string;
  readonly brand: string;
  readonly buyer: { readonly name: string; readonly email: string };
}

/** Trades a first access token for what the school needs to open the door. Works once, within 15 minutes. */
export async function exchangeAccess(ctx: CustomersContext, token: string): Promise<ExchangedAccess | null> {
  const now = ctx.clock.now();
  const used = await ctx.db
    .updateTable('access_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', sha256(token))
    .where('purpose', '=', 'first-access')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('grant_id')
    .executeTakeFirst();
  if (!used) return null;
  const row = await ctx.db
    .selectFrom('access_grants')
    .innerJoin('leads', 'leads.id', 'access_grants.lead_id')
    .select([
      'access_grants.id',
      'access_grants.order_id',
      'access_grants.product_code',
      'access_grants.brand',
      'leads.name',
      'leads.email',
    ])
    .where('access_grants.id', '=', used.grant_id)
    .where('access_grants.state', '=', 'active')
    .executeTakeFirst();
  return row
    ? {
        accessId: row.id,
        orderId: row.order_id,
        productCode: row.product_code,
        brand: row.brand,
        buyer: { name: row.name, email: row.email },
      }
    : null;
}
