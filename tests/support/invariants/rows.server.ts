import type { Pool } from 'pg';

/** A charge in the book of the company that moved its money. Amounts are minor units. */
export interface SandboxCharge {
  readonly id: string;
  readonly reference: string;
  readonly status: string;
  readonly amount: number;
  readonly currency: string;
}
export interface SandboxMovement {
  readonly id: string;
  readonly chargeId: string;
  readonly kind: string;
  readonly amount: number;
  readonly currency: string;
}
export interface SandboxRecords {
  readonly charges: readonly SandboxCharge[];
  readonly movements: readonly SandboxMovement[];
}

/** What the product's own tables say, read without the product's code. */
export interface ProductRows {
  readonly orders: readonly OrderRow[];
  readonly attempts: readonly AttemptRow[];
  readonly lines: readonly LedgerRow[];
  readonly breaks: readonly ExceptionRow[];
  readonly answers: readonly AnswerRow[];
  readonly terms: readonly BillingPeriodRow[];
}
/** A term of a subscription. */
export interface BillingPeriodRow {
  readonly term: string;
  readonly state: string;
  readonly order_id: string | null;
}
export interface OrderRow {
  readonly id: string;
  readonly state: string;
  readonly total: bigint;
  readonly received: bigint;
  readonly returned: bigint;
  readonly currency: string;
  readonly quote_total: bigint | null;
  readonly lines_total: bigint;
  readonly lead: string | null;
  readonly grants: bigint;
  readonly active_grants: bigint;
  readonly emails: bigint;
  readonly events: bigint;
  readonly is_withdrawn: boolean;
  /** Its subscription has ended, or waits for money: there is no access. */
  readonly is_closed: boolean;
  /** The term of a subscription that it was made for, or began with: `<id> <number>`. */
  readonly term: string | null;
  readonly hold_expires_at: Date | null;
  readonly parent_order_id: string | null;
  readonly product_code: string;
}
export interface AttemptRow {
  readonly id: string;
  readonly order_id: string | null;
  readonly gateway: string;
  readonly reference: string | null;
  readonly state: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly part: number | null;
  readonly superseded: boolean;
  readonly tender_amount: bigint | null;
  readonly void_state: string | null;
}
export interface LedgerRow {
  readonly kind: string;
  readonly gateway: string;
  readonly movement_id: string;
  readonly order_id: string;
  readonly attempt_id: string;
  readonly debit_account: string;
  readonly credit_account: string;
  readonly amount: bigint;
  readonly currency: string;
}
export interface ExceptionRow {
  readonly kind: string;
  readonly attempt_id: string;
  readonly movement_id: string;
  readonly task: string;
  readonly amount: bigint;
}
export interface AnswerRow {
  readonly order_id: string | null;
  readonly body: { readonly state?: string; readonly attemptId?: string; readonly split?: { standing: string } } | null;
}

async function all<T>(pool: Pool, text: string): Promise<T[]> {
  const { rows } = await pool.query(text);
  return rows as T[];
}

export async function readProductRows(pool: Pool): Promise<ProductRows> {
  return {
    orders: await all(
      pool,
      `select o.id, o.state, o.total, o.received, o.returned, o.currency, o.hold_expires_at, o.parent_order_id, o.product_code,
         q.total as quote_total, l.id as lead,
         (select coalesce(sum(amount), 0)::bigint from order_lines where order_id = o.id) as lines_total,
         (select count(*) from access_grants where order_id = o.id) as grants,
         (select count(*) from access_grants where order_id = o.id and state = 'active') as active_grants,
         -- One that the staff sent again is another, which they asked for.
         (select count(*) from emails where order_id = o.id and kind = 'order-paid' and dedup not like 'resend-%') as emails,
         (select count(*) from outbox_events where order_id = o.id and type = 'order-paid') as events,
         exists (select 1 from cooling_off_requests where order_id = o.id) as is_withdrawn,
         exists (select 1 from billing_periods p join subscriptions s on s.id = p.subscription_id
           where p.order_id = o.id and s.state in ('suspended', 'canceled'))
         or exists (select 1 from subscriptions s where s.order_id = o.id and s.state in ('suspended', 'canceled')) as is_closed,
         coalesce(o.subscription_id || ' ' || o.billing_period_number,
           (select p.subscription_id || ' ' || p.number from billing_periods p where p.order_id = o.id)) as term
       from orders o left join quotes q on q.id = o.quote_id left join leads l on l.id = o.lead_id`,
    ),
    attempts: await all(
      pool,
      `select a.id, o.id as order_id, a.gateway, a.reference, a.state, a.amount, a.currency, a.part, a.superseded, a.void_state,
         t.principal + t.interest as tender_amount
       from attempts a left join orders o on o.id = a.order_id left join tenders t on t.id = a.tender_id`,
    ),
    lines: await all(pool, 'select * from ledger_transfers order by id'),
    breaks: await all(pool, 'select kind, attempt_id, movement_id, task, amount from reconciliation_exceptions'),
    answers: await all(pool, 'select order_id, body from idempotency_keys where order_id is not null'),
    terms: await all(pool, "select subscription_id || ' ' || number as term, state, order_id from billing_periods"),
  };
}

/** The book that the sandbox serves (`GET /sandbox/book`). */
export async function readSandboxRecords(sandboxOrigin: string): Promise<SandboxRecords> {
  const answer = await fetch(`${sandboxOrigin}/sandbox/book`);
  if (!answer.ok) throw new Error(`The sandbox's book answered ${answer.status}`);
  return (await answer.json()) as SandboxRecords;
}
