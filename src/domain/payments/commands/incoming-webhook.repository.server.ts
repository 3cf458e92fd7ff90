import { type Selectable, sql } from 'kysely';
import { deferred } from '#src/kernel/db/pipeline.server.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';
import type { WebhookHint } from '../ports/incoming-webhook.port.ts';

export type IncomingWebhookRow = Selectable<Database['incoming_webhooks']>;

/**
 * The outcome of handling a webhook. `stored`: poll again; `parked`: about an unknown charge; `applied`: done;
 * `rejected`: ended without effect, after a long time.
 */
export interface WebhookOutcome {
  readonly state: 'stored' | 'parked' | 'applied' | 'rejected';
  readonly reason: string | null;
}

/** Marks entries of a list of credits apart from webhooks: either finds what the other missed. */
const creditMark = 'credit/';

export function isCredit(row: IncomingWebhookRow): boolean {
  return row.event_id.startsWith(creditMark);
}

/** Stores webhooks once each, by the gateway's own ids, for ever. Returns the new ones. */
export async function storeWebhookHints(
  db: Db,
  gateway: string,
  hints: readonly WebhookHint[],
  now: Date,
): Promise<IncomingWebhookRow[]> {
  if (hints.length === 0) return [];
  return db
    .insertInto('incoming_webhooks')
    .values(
      hints.map((hint) => ({
        id: newId('ntf'),
        gateway,
        event_id: hint.eventId,
        reference: hint.reference ?? null,
        attempt_id: hint.attemptId ?? null,
        state: 'stored',
        reason: null,
        received_at: now,
        handled_at: null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['gateway', 'event_id']).doNothing())
    .returningAll()
    .execute();
}

/** The same for entries of a gateway's list of credits. */
export async function storeCredits(
  db: Db,
  gateway: string,
  credits: readonly WebhookHint[],
  now: Date,
): Promise<IncomingWebhookRow[]> {
  const marked = credits.map((credit) => ({ ...credit, eventId: `${creditMark}${credit.eventId}` }));
  return storeWebhookHints(db, gateway, marked, now);
}

/** A webhook that is not applied or rejected yet; null otherwise. */
export async function pendingWebhookById(db: Db, id: string): Promise<IncomingWebhookRow | null> {
  const row = await db
    .selectFrom('incoming_webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('state', 'in', ['stored', 'parked'])
    .executeTakeFirst();
  return row ?? null;
}

/** Marks the outcome of handling a webhook, and counts it. */
export async function markWebhook(
  db: Db,
  row: IncomingWebhookRow,
  { state, reason }: WebhookOutcome,
  now: Date,
): Promise<void> {
  await deferred(
    db,
    db
      .updateTable('incoming_webhooks')
      .set({ state, reason, tries: row.tries + 1, handled_at: state === 'applied' ? now : null })
      .where('id', '=', row.id)
      .where('state', 'in', ['stored', 'parked']),
  );
}

/**
 * Ids of webhooks that are due: the pauses after 2 s double. Gateways take turns, so that many webhooks of one do not
 * hold up another's; of each, the least tried come first.
 */
export async function dueWebhooks(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select due.id
    from (select distinct gateway from incoming_webhooks where state in ('stored', 'parked')) as waiting
    cross join lateral (
      select id, tries, received_at, row_number() over (order by tries, received_at) as turn
      from (
        select id, tries, received_at from incoming_webhooks
        where gateway = waiting.gateway and state in ('stored', 'parked')
          and received_at < ${now}::timestamptz - make_interval(secs => 2 * power(2, least(tries, 20)))
        order by tries, received_at
        limit ${limit}
      ) as first
    ) as due
    order by due.turn, due.tries, due.received_at
    limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** How long a rejected webhook is kept for operators. */
const rejectedMs = 30 * 86_400_000;

/** Deletes webhooks that were rejected a month ago; returns how many. */
export async function deleteRejectedWebhooks(db: Db, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('incoming_webhooks')
    .where('state', '=', sql.lit('rejected'))
    .where('received_at', '<', new Date(now.getTime() - rejectedMs))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** How far a gateway's list of credits has been read, and when; null before the first read. */
export async function gatewayCursor(
  db: Db,
  gateway: string,
): Promise<{ readonly cursor: string | null; readonly readAt: Date } | null> {
  const row = await db
    .selectFrom('gateway_cursors')
    .select(['cursor', 'updated_at as readAt'])
    .where('gateway', '=', gateway)
    .executeTakeFirst();
  return row ?? null;
}

/** Stores how far a gateway's list of credits has been read. */
export async function saveGatewayCursor(db: Db, gateway: string, cursor: string | null, now: Date): Promise<void> {
  await db
    .insertInto('gateway_cursors')
    .values({ gateway, cursor, updated_at: now })
    .onConflict((conflict) => conflict.column('gateway').doUpdateSet({ cursor, updated_at: now }))
    .execute();
}

/** Deletes at most `limit` webhooks that were received before an instant and applied, the oldest first; returns how many. */
export async function deleteAppliedWebhooks(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from incoming_webhooks where id in (
      select id from incoming_webhooks where state = 'applied' and received_at < ${before}
      order by received_at limit ${limit} for update skip locked)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
