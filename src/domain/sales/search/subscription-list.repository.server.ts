import { sql } from 'kysely';
import type { Currency } from '#src/kernel/money/money.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';
import { maskEmail, maskName } from '#src/kernel/validation/mask-personal.ts';
import type { Db } from '../../base-context.server.ts';
import type { SubscriptionListState } from './sale-row.types.ts';
import { isErased } from '../../checkout/leads/index.server.ts';

/** A subscription as a list shows it; amounts are minor units, days are of the market's calendar. */
export interface SubscriptionRow {
  readonly id: string;
  readonly leadId: string;
  readonly orderId: string | null;
  readonly brand: string;
  readonly productCode: string;
  readonly planId: string;
  readonly state: SubscriptionListState;
  readonly currency: Currency;
  readonly amount: bigint;
  readonly instrument: 'profile' | 'mandate' | 'invoice';
  readonly periodEnd: string;
  readonly nextChargeOn: string | null;
  readonly cancelsOn: string | null;
  readonly createdAt: Date;
  /** The newest twelve billing periods, oldest first. */
  readonly periods: readonly {
    readonly number: number;
    readonly startsOn: string;
    readonly state: 'due' | 'charging' | 'paid' | 'failed' | 'waived';
    readonly tries: number;
  }[];
  /** Null once the buyer was erased. */
  readonly buyer: { readonly name: string; readonly email: string } | null;
}

type StoredRow = Omit<SubscriptionRow, 'buyer'> & { readonly name: string; readonly email: string };

const columns = sql`
  s.id, s.lead_id as "leadId", s.order_id as "orderId", s.brand, s.product_code as "productCode", s.plan_id as "planId",
  s.state, s.currency, s.amount, s.instrument, s.period_end as "periodEnd", s.next_charge_on as "nextChargeOn",
  s.cancels_on as "cancelsOn", s.created_at as "createdAt", l.name, l.email,
  coalesce((select jsonb_agg(jsonb_build_object('number', number, 'startsOn', period_start, 'state', state, 'tries', tries)
      order by number)
    from (select * from billing_periods where subscription_id = s.id order by number desc limit 12) p), '[]') as periods`;

function toRow({ name, email, ...row }: StoredRow): SubscriptionRow {
  return { ...row, buyer: isErased({ email }) ? null : { name: maskName(name), email: maskEmail(email) } };
}

export async function listSubscriptionsOfLeads(
  db: Db,
  leadIds: readonly string[],
): Promise<readonly SubscriptionRow[]> {
  const { rows } = await sql<StoredRow>`
    select ${columns} from subscriptions s join leads l on l.id = s.lead_id
    where s.lead_id = any(${[...leadIds]}::text[]) order by s.created_at desc, s.id limit 200`.execute(db);
  return rows.map(toRow);
}

/** What a list of subscriptions is narrowed to. */
export interface SubscriptionFilters {
  readonly states?: readonly SubscriptionListState[];
  /** Charged next on this day. */
  readonly chargedOn?: LocalDate | undefined;
}

/** A place in the list: behind this subscription. */
export interface SubscriptionCursor {
  readonly createdAt: Date;
  readonly id: string;
}

/** Subscriptions of these brands, the newest first; `size + 1` at most, of which the last says that there are more. */
export async function listSubscriptions(
  db: Db,
  brands: readonly string[],
  { states = [], chargedOn }: SubscriptionFilters,
  { cursor, size }: { readonly cursor: SubscriptionCursor | null; readonly size: number },
): Promise<{ readonly subscriptions: readonly SubscriptionRow[]; readonly hasMore: boolean }> {
  const state = states.length === 0 ? sql`true` : sql`b.state = any(${[...states]}::text[])`;
  const charged =
    chargedOn === undefined ? sql`true` : sql`b.next_charge_on = ${chargedOn}::date and b.state <> 'canceled'`;
  const behind = cursor ? sql`(b.created_at, b.id) < (${cursor.createdAt}::timestamptz, ${cursor.id})` : sql`true`;
  const { rows } = await sql<StoredRow>`
    select ${columns} from (
      select b.* from unnest(${[...brands]}::text[]) wanted (brand) cross join lateral (
        select * from subscriptions b where b.brand = wanted.brand and ${state} and ${charged} and ${behind}
        order by b.created_at desc, b.id desc limit ${size + 1}) b
    ) s join leads l on l.id = s.lead_id order by s.created_at desc, s.id desc limit ${size + 1}`.execute(db);
  return { subscriptions: rows.slice(0, size).map(toRow), hasMore: rows.length > size };
}

/** What is charged on one day, in one currency; minor units. */
export interface ChargeDay {
  readonly day: LocalDate;
  readonly currency: Currency;
  readonly count: number;
  readonly amount: bigint;
}

/** What these brands' subscriptions are charged from `from` until before `until`; an amount is that of a whole period. */
export async function chargeDays(
  db: Db,
  brands: readonly string[],
  { from, until }: { readonly from: LocalDate; readonly until: LocalDate },
): Promise<readonly ChargeDay[]> {
  const { rows } = await sql<ChargeDay>`
    select next_charge_on as day, currency, count(*)::int as count, sum(amount)::bigint as amount from subscriptions
    where next_charge_on >= ${from}::date and next_charge_on < ${until}::date and state <> 'canceled'
      and state in ('trialing', 'active', 'past-due') and brand = any(${[...brands]}::text[])
    group by next_charge_on, currency order by 1, 2`.execute(db);
  return rows;
}
