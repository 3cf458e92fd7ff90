import { type RawBuilder, sql } from 'kysely';
import type { Currency } from '#src/kernel/money/money.ts';
import type { Db } from '../../base-context.server.ts';
import { formatOrderReference, unitOfOrder } from '../../orders/index.server.ts';
import type { StaffScope } from '../../staff/index.ts';
import { inScope } from '../search/index.server.ts';
import type { TaskKind } from './task-kinds.ts';

/** A task as the queue lists it. */
export interface OpenTask {
  readonly kind: TaskKind;
  /** With the kind it names the task: an exception, a refund part, a note, an e-mail, an endpoint, a buyer's account. */
  readonly id: string;
  readonly brand: string;
  /** Null where it is about no sale. */
  readonly orderId: string | null;
  /** By which the buyer names the order. */
  readonly orderReference: string | null;
  /** Minor units of `currency`; null where no money is owed. */
  readonly amount: bigint | null;
  readonly currency: Currency | null;
  readonly openedAt: Date;
  /** `staff:<id>` or the name of a token; null while nobody has it. */
  readonly assignedTo: string | null;
  readonly assignedAt: Date | null;
  /** A code of the cause: the authority's refusal, the kind of an e-mail. No personal data. */
  readonly cause: string | null;
}

interface TaskRow {
  readonly kind: TaskKind;
  readonly id: string;
  readonly brand: string;
  readonly order_id: string | null;
  readonly reference: string | null;
  readonly amount: bigint | null;
  readonly currency: Currency | null;
  readonly opened_at: Date;
  readonly assigned_to: string | null;
  readonly assigned_at: Date | null;
  readonly cause: string | null;
}

/** An endpoint and the brand that names it: endpoints are data of brands, not rows. */
export interface EndpointBrand {
  readonly id: string;
  readonly brand: string;
}

/**
 * Every open task, with the seller and the unit of its sale. An exception whose task is `give-back` is a job's until it is
 * handed over. A note is a task while it is its order's newest; an e-mail while no later one of its kind took its place; an
 * endpoint again when it ended again.
 */
function openTasks(endpoints: readonly EndpointBrand[]): RawBuilder<unknown> {
  const ids = endpoints.map(({ id }) => id);
  const brands = endpoints.map(({ brand }) => brand);
  return sql`
    select a.*, ${unitOfOrder('a.order_id')} as unit from (
    select b.task as kind, b.id, o.brand, o.seller, b.order_id, o.reference, b.amount, b.currency, b.created_at as opened_at,
      b.assigned_to, b.assigned_at, null::text as cause
    from reconciliation_exceptions b join orders o on o.id = b.order_id
    where b.state <> 'resolved' and b.task <> 'give-back'
    union all
    select 'pay-out-refund', p.id, o.brand, o.seller, p.order_id, o.reference, p.amount, o.currency, p.requested_at,
      p.assigned_to, p.assigned_at, null
    from refund_parts p join orders o on o.id = p.order_id where p.state = 'by-hand'
    union all
    select 'fiscal-note-refused', n.id, o.brand, o.seller, n.order_id, o.reference, n.amount, o.currency, n.created_at,
      t.assigned_to, t.assigned_at, split_part(n.refusal, ':', 1)
    from fiscal_notes n join orders o on o.id = n.order_id
    left join staff_tasks t on t.kind = 'fiscal-note-refused' and t.subject_id = n.id
    where n.state = 'refused' and t.ended_at is null
      and not exists (select 1 from fiscal_notes l where l.order_id = n.order_id and l.sequence > n.sequence)
    union all
    select 'email-given-up', e.id, o.brand, o.seller, e.order_id, o.reference, null, null, e.created_at,
      t.assigned_to, t.assigned_at, e.kind
    from emails e join orders o on o.id = e.order_id
    left join staff_tasks t on t.kind = 'email-given-up' and t.subject_id = e.id
    where e.state = 'given-up' and t.ended_at is null
      and not exists (
        select 1 from emails l
        where l.order_id = e.order_id and l.kind = e.kind and l.created_at > e.created_at and l.state <> 'given-up')
    union all
    select 'webhook-endpoint-ended', w.id, k.brand, null, null, null, null, null, w.ended_at, t.assigned_to, t.assigned_at, null
    from webhook_endpoints w join unnest(${ids}::text[], ${brands}::text[]) as k(id, brand) on k.id = w.id
    left join staff_tasks t on t.kind = 'webhook-endpoint-ended' and t.subject_id = w.id
    where w.ended_at is not null and (t.ended_at is null or t.ended_at < w.ended_at)
    union all
    select 'erasure-refused', t.subject_id, a.brand, null, null, null, null, null, t.opened_at, t.assigned_to, t.assigned_at, null
    from staff_tasks t join buyer_accounts a on a.id = t.subject_id
    where t.kind = 'erasure-refused' and t.ended_at is null and a.erased_at is null) a`;
}

/** Kinds that somebody may see, and where. */
export interface TaskView {
  readonly kinds: readonly TaskKind[];
  readonly scope: StaffScope;
}

/** Whether a row `s` of `openTasks` is within a scope. A task about no sale is no unit's and no seller's. */
function isWithin({ kinds, scope }: TaskView): RawBuilder<boolean> {
  return sql<boolean>`(s.kind = any(${kinds}::text[]) and ${inScope(scope)})`;
}

export interface TaskFilter {
  readonly views: readonly TaskView[];
  readonly kind?: TaskKind;
  /** Present: those of this person, or of nobody where it is null. */
  readonly assignedTo?: string | null;
  readonly brand?: string;
  /** The last task of the page before. */
  readonly after?: { readonly openedAt: Date; readonly id: string };
  readonly limit: number;
}

/** Open tasks that somebody may see, oldest first. */
export async function listOpenTasks(
  db: Db,
  endpoints: readonly EndpointBrand[],
  { views, kind, assignedTo, brand, after, limit }: TaskFilter,
): Promise<readonly OpenTask[]> {
  const conditions = [
    views.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(views.map(isWithin), sql` or `)})`,
    ...(kind === undefined ? [] : [sql<boolean>`s.kind = ${kind}`]),
    ...(brand === undefined ? [] : [sql<boolean>`s.brand = ${brand}`]),
    ...(assignedTo === undefined ? [] : [sql<boolean>`s.assigned_to is not distinct from ${assignedTo}`]),
    ...(after ? [sql<boolean>`(s.opened_at, s.id) > (${after.openedAt}::timestamptz, ${after.id})`] : []),
  ];
  const { rows } = await sql<TaskRow>`
    select s.* from (${openTasks(endpoints)}) s where ${sql.join(conditions, sql` and `)}
    order by s.opened_at, s.id limit ${limit}`.execute(db);
  return rows.map(toTask);
}

/** An open task; null when there is none of that id (and kind), or it has ended. Only an endpoint's name could be two kinds'. */
export async function openTaskById(
  db: Db,
  endpoints: readonly EndpointBrand[],
  of: { readonly kind?: TaskKind | undefined; readonly id: string },
): Promise<(OpenTask & { readonly unit: string | null; readonly seller: string | null }) | null> {
  const { rows } = await sql<TaskRow & { unit: string | null; seller: string | null }>`
    select s.* from (${openTasks(endpoints)}) s
    where s.id = ${of.id} and (${of.kind ?? null}::text is null or s.kind = ${of.kind ?? null}) limit 1`.execute(db);
  const [row] = rows;
  return row ? { ...toTask(row), unit: row.unit, seller: row.seller } : null;
}

/** How many tasks of each kind somebody may see, and since when the oldest is open. Kinds without any are left out. */
export async function countOpenTasks(
  db: Db,
  endpoints: readonly EndpointBrand[],
  views: readonly TaskView[],
): Promise<readonly { readonly kind: TaskKind; readonly count: number; readonly oldest: Date }[]> {
  if (views.length === 0) return [];
  const { rows } = await sql<{ kind: TaskKind; count: number; oldest: Date }>`
    select s.kind, count(*)::int as count, min(s.opened_at) as oldest from (${openTasks(endpoints)}) s
    where ${sql.join(views.map(isWithin), sql` or `)} group by s.kind`.execute(db);
  return rows;
}

function toTask(row: TaskRow): OpenTask {
  return {
    ...{
      kind: row.kind,
      id: row.id,
      brand: row.brand,
      orderId: row.order_id,
      orderReference: row.reference && formatOrderReference(row.reference),
    },
    ...{ amount: row.amount, currency: row.currency, openedAt: row.opened_at, cause: row.cause },
    ...{ assignedTo: row.assigned_to, assignedAt: row.assigned_at },
  };
}
