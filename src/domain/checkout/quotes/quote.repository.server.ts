import { type Selectable, sql } from 'kysely';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Db } from '../../base-context.server.ts';
import type { CheckoutContext } from '../context.server.ts';
import type { Database } from '../../database/index.server.ts';
import { lockSweepMark, moveSweepMark } from '../../database/sweeps/index.server.ts';
import { parseTrialTerms } from '../../catalog/terms/index.ts';
import type { ComputedQuote } from './compute-quote.ts';
import type { Quote, QuoteInstallment, QuoteLine, QuoteMethod } from './quote.types.ts';

/** JSON has no bigint: amounts are kept as text, so that no digit is lost. */
function pack(value: object): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, typeof item === 'bigint' ? String(item) : item]),
  );
}

function toLine(json: JsonObject): QuoteLine {
  return {
    kind: json['kind'] as QuoteLine['kind'],
    productCode: String(json['productCode']),
    planId: String(json['planId']),
    title: String(json['title']),
    standardAmount: BigInt(String(json['standardAmount'])),
    amount: BigInt(String(json['amount'])),
  };
}

function toInstallment(json: JsonObject): QuoteInstallment {
  return {
    count: Number(json['count']),
    value: BigInt(String(json['value'])),
    tax: BigInt(String(json['tax'])),
    total: BigInt(String(json['total'])),
    monthlyRate: String(json['monthlyRate']),
  };
}

function toMethod(json: JsonObject): QuoteMethod {
  return { method: String(json['method']), planId: String(json['planId']) };
}

function toQuote(row: Selectable<Database['quotes']>): Quote {
  return {
    id: row.id,
    sessionId: row.session_id,
    productCode: row.product_code,
    planId: row.plan_id,
    planType: row.plan_type,
    currency: row.currency,
    lines: row.lines.map(toLine),
    voucher: row.voucher,
    discount: row.discount,
    total: row.total,
    installments: row.installments.map(toInstallment),
    methods: row.methods.map(toMethod),
    trial: row.trial === null ? null : parseTrialTerms(row.trial),
    expiresAt: row.expires_at,
  };
}

/** Stores a computed price as a quote of a session, which expires. */
export async function insertQuote(
  ctx: CheckoutContext,
  db: Db,
  sessionId: string,
  computed: ComputedQuote,
): Promise<Quote> {
  const now = ctx.clock.now();
  const row = await db
    .insertInto('quotes')
    .values({
      id: newId('quo'),
      session_id: sessionId,
      product_code: computed.productCode,
      plan_id: computed.planId,
      plan_type: computed.planType,
      currency: computed.currency,
      lines: JSON.stringify(computed.lines.map(pack)),
      voucher: computed.voucher,
      discount: computed.discount,
      total: computed.total,
      installments: JSON.stringify(computed.installments.map(pack)),
      methods: JSON.stringify(computed.methods.map(pack)),
      trial: computed.trial ? JSON.stringify(pack(computed.trial)) : null,
      created_at: now,
      expires_at: new Date(now.getTime() + ctx.config.quoteLifetimeSeconds * 1000),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toQuote(row);
}

/** A quote of this session; another session's quote does not exist. */
export async function quoteById(db: Db, sessionId: string, id: string): Promise<Quote | null> {
  const row = await db
    .selectFrom('quotes')
    .selectAll()
    .where('id', '=', id)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row ? toQuote(row) : null;
}

/** When a quote was made. Throws for an unknown one. */
export async function quoteCreatedAt(db: Db, id: string): Promise<Date> {
  const row = await db.selectFrom('quotes').select('created_at').where('id', '=', id).executeTakeFirstOrThrow();
  return row.created_at;
}

/** The session that a quote belongs to; the caller checks whether it is the browser's. */
export async function quoteOwner(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('quotes').select('session_id').where('id', '=', id).executeTakeFirst();
  return row?.session_id ?? null;
}

/** Expires every quote of a session but this one: a form that shows another price is answered with this one. */
export async function expireOtherQuotes(
  db: Db,
  { id, sessionId }: Pick<Quote, 'id' | 'sessionId'>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('quotes')
    .set({ expires_at: now })
    .where('session_id', '=', sessionId)
    .where('id', '<>', id)
    .execute();
}

/** The newest quote of a session; null when it has none. */
export async function latestQuote(db: Db, sessionId: string): Promise<Quote | null> {
  const row = await db
    .selectFrom('quotes')
    .selectAll()
    .where('session_id', '=', sessionId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? toQuote(row) : null;
}

/** What an order says of its quote: it holds the price while money was received for it or is reserved. */
export interface QuotedOrder {
  readonly quoteId: string;
  readonly state: string;
  /** Whether parts of a split order are reserved, or a hold window runs. */
  readonly isHeld: boolean;
}

/** The order that was made from one of a session's quotes; null for an order that is not there. */
export async function quotedOrder(db: Db, orderId: string): Promise<QuotedOrder | null> {
  const row = await db
    .selectFrom('orders')
    .select(['quote_id', 'state', 'hold_expires_at'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('attempts')
            .select('attempts.id')
            .whereRef('attempts.order_id', '=', 'orders.id')
            .where('part', 'is not', null)
            .where('attempts.state', '=', 'authorized')
            .where('superseded', '=', false),
        )
        .as('holds'),
    )
    .where('id', '=', orderId)
    .executeTakeFirst();
  return row
    ? { quoteId: row.quote_id, state: row.state, isHeld: Boolean(row.holds) || row.hold_expires_at !== null }
    : null;
}

/** Days for which a quote that nobody paid is kept. */
const retentionDays = 30;
const sweepName = 'quotes';

/**
 * Reads on in the quotes that expired long ago, at most `limit`, and deletes those that became no order. Gives how many it
 * read: fewer than `limit` means that it has reached the end. Quotes of orders stay for ever, so each is read once.
 */
export async function sweepQuotes(
  { db, clock }: Pick<CheckoutContext, 'db' | 'clock'>,
  limit = 1_000,
): Promise<number> {
  const before = new Date(clock.now().getTime() - retentionDays * 24 * 3600 * 1000);
  return transaction(db, async (trx) => {
    const { through, lastId } = await lockSweepMark(trx, sweepName);
    const rows = await trx
      .selectFrom('quotes')
      .select(['id', 'expires_at'])
      .select((eb) =>
        eb.selectFrom('orders').select('id').whereRef('quote_id', '=', 'quotes.id').limit(1).as('order_id'),
      )
      .where(sql<boolean>`(expires_at, id) > (${through}, ${lastId})`)
      .where('expires_at', '<', before)
      .orderBy('expires_at')
      .orderBy('id')
      .limit(limit)
      .execute();
    const last = rows.at(-1);
    if (!last) return 0;
    const unsold = rows.flatMap(({ id, order_id: order }) => (order === null ? [id] : []));
    if (unsold.length > 0) await trx.deleteFrom('quotes').where('id', 'in', unsold).execute();
    await moveSweepMark(trx, sweepName, { through: last.expires_at, lastId: last.id });
    return rows.length;
  });
}
