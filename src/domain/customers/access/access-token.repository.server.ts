import { sql } from 'kysely';
import { newSecret, sha256 } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { CustomersContext } from '../context.server.ts';

/** A token that was made for an open course, and the brand that sold it. */
export interface IssuedToken {
  readonly token: string;
  readonly expiresAt: Date;
  readonly brand: string;
  readonly variant: string | null;
}

/** Makes a token for an order's course that lives for `seconds`; null while the course is not open. */
export async function issueToken(
  { db, clock }: Pick<CustomersContext, 'db' | 'clock'>,
  orderId: string,
  purpose: 'first-access' | 'email',
  seconds: number,
): Promise<IssuedToken | null> {
  const now = clock.now();
  const token = newSecret();
  const expiresAt = new Date(now.getTime() + seconds * 1000);
  const grant = await db
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

/** The order behind the link of an access e-mail; null when the token is unknown or expired. Reading it changes nothing. */
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

/** What the school gets for a first access token. */
export interface ExchangedAccess {
  /** The same as in the webhook `access.granted`. */
  readonly accessId: string;
  readonly orderId: string;
  readonly productCode: string;
  readonly brand: string;
  readonly buyer: { readonly name: string; readonly email: string };
}

/** Exchanges a first access token for what the school needs to let its buyer in. Works once, within 15 minutes. */
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

/**
 * Ends the unused tokens of orders whose course was entered, and every first access token that was not used. A course that
 * nobody has entered yet keeps its e-mail's token: there is no other way into it.
 */
export async function revokeTokensOfEnteredCourses(db: Db, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await db
    .deleteFrom('access_tokens')
    .where('used_at', 'is', null)
    .where('grant_id', 'in', (eb) =>
      eb.selectFrom('access_grants').select('access_grants.id').where('access_grants.order_id', 'in', orderIds),
    )
    .where((eb) =>
      eb.or([
        eb('purpose', '=', 'first-access'),
        eb(
          'grant_id',
          'in',
          // Narrowed to the same orders: a condition inside `or` would read the whole table otherwise.
          eb
            .selectFrom('access_tokens as used')
            .innerJoin('access_grants', 'access_grants.id', 'used.grant_id')
            .select('used.grant_id')
            .where('access_grants.order_id', 'in', orderIds)
            .where('used.used_at', 'is not', null),
        ),
      ]),
    )
    .execute();
}

/** Ends the links of an order's access e-mails, whether or not they were followed. */
export async function revokeEmailTokens(trx: Db, orderId: string): Promise<void> {
  await trx
    .deleteFrom('access_tokens')
    .where('purpose', '=', 'email')
    .where('grant_id', 'in', (eb) =>
      eb.selectFrom('access_grants').select('access_grants.id').where('access_grants.order_id', '=', orderId),
    )
    .execute();
}

/** Ends every unused token, or those of the courses of one e-mail address (lower case). Gives how many ended. */
export async function revokeUnusedTokens(db: Db, email: string | null): Promise<number> {
  const unused = db.deleteFrom('access_tokens').where('used_at', 'is', null);
  const { numDeletedRows } = await (
    email === null
      ? unused
      : unused.where('grant_id', 'in', (eb) =>
          eb
            .selectFrom('access_grants')
            .innerJoin('leads', 'leads.id', 'access_grants.lead_id')
            .select('access_grants.id')
            .where((of) => of(of.fn<string>('lower', ['leads.email']), '=', email)),
        )
  ).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes every token of the courses of these orders. */
export async function eraseAccessTokens(db: Db, orderIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom('access_tokens')
    .where('grant_id', 'in', (eb) =>
      eb.selectFrom('access_grants').select('access_grants.id').where('access_grants.order_id', 'in', orderIds),
    )
    .execute();
}
