import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../base-context.server.ts';
import { erasedDomain } from '../checkout/leads/index.ts';
import { attemptStates, isOpen } from '../payments/index.server.ts';

/**
 * What is to become of a lead that was left long ago. `kept`: it is somebody's purchase. `not-yet`: somebody came back to
 * it, pays now, or has a seller's offer that they may still take.
 */
export interface LeadRetention {
  readonly id: string;
  readonly brand: string;
  readonly email: string;
  readonly what: 'forget' | 'kept' | 'not-yet';
}

/** Whoever left contact data and never bought is forgotten after so many days (LGPD, art. 15, I and 16). */
export const retentionDays = 90;

const dayMs = 86_400_000;
const activeStates = [...attemptStates.filter(isOpen), 'captured'];
const isSettled = sql`(o.state not in ('open', 'closed') or o.received > 0 or o.paid_at is not null)`;
const isBeingPaid = sql`(select true from attempts a where a.order_id = o.id and a.state in (${sql.join(activeStates)}) limit 1)`;

/**
 * By lead and by session each on its own: together no index would serve them. No `exists`, which the planner may answer by
 * reading every order once instead of a few rows for each lead.
 */
function ordersThat(is: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`((select true from orders o where o.lead_id = l.id and ${is} limit 1)
    or (select true from orders o where o.session_id = l.session_id and ${is} limit 1))`;
}

function retentionQuery(rows: RawBuilder<unknown>, before: Date): RawBuilder<LeadRetention> {
  // Wherever on earth an offer's last day has begun.
  const yesterday = new Date(before.getTime() + (retentionDays - 1) * dayMs).toISOString().slice(0, 10);
  return sql<LeadRetention>`
    select l.id, l.brand, l.email, case
      when l.email like ${`%@${erasedDomain}`}
        or ${ordersThat(isSettled)}
        or (select true from invoices i where i.session_id = l.session_id limit 1)
        or (select true from subscriptions s where s.lead_id = l.id limit 1)
        or (select true from orders o join ledger_transfers t on t.order_id = o.id where o.lead_id = l.id limit 1)
      then 'kept'
      when l.updated_at >= ${before}
        or (select true from checkout_sessions c where c.id = l.session_id and c.touched_at >= ${before} limit 1)
        or (select true from checkout_sessions c where c.lead_id = l.id and c.touched_at >= ${before} limit 1)
        or ${ordersThat(isBeingPaid)}
        or (select true from custom_offers f where f.lead_id = l.id
          and f.expires_on >= ${yesterday}::date limit 1)
      then 'not-yet'
      else 'forget' end as what
    from ${rows} l`;
}

/** Those that were left or last looked at before an instant, the oldest first. */
export function leadsToCheck(before: Date, most: number): RawBuilder<LeadRetention> {
  const rows = sql`(select * from leads where coalesce(retention_checked_at, created_at) < ${before}
    order by coalesce(retention_checked_at, created_at) limit ${most})`;
  return retentionQuery(rows, before);
}

/** One of them again, under the locks of its session and its orders. */
export async function isToErase(db: Db, leadId: string, before: Date): Promise<boolean> {
  const { rows } = await retentionQuery(sql`(select * from leads where id = ${leadId})`, before).execute(db);
  return rows[0]?.what === 'forget';
}

/** These are looked at again ninety days after an instant. */
export async function markLeadsChecked(db: Db, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length > 0) await db.updateTable('leads').set({ retention_checked_at: at }).where('id', 'in', ids).execute();
}
