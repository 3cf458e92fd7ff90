import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../base-context.server.ts';
import { erasedDomain } from '../checkout/leads/index.server.ts';
import { attemptStates, isOpen } from '../payments/index.server.ts';

/**
 * What becomes of a lead that was left long ago. `kept`: it belongs to a purchase. `not-yet`: its buyer came back to it, pays
 * now, or has a custom offer that is still open.
 */
export interface LeadRetention {
  readonly id: string;
  readonly brand: string;
  readonly email: string;
  readonly decision: 'erase' | 'kept' | 'not-yet';
}

/** Days for which the contact data of a lead without a purchase are kept (LGPD, art. 15, I and 16). */
export const retentionDays = 90;

const dayMs = 86_400_000;
const activeStates = [...attemptStates.filter(isOpen), 'captured'];
const isPurchase = sql`(o.state not in ('open', 'closed') or o.received > 0 or o.paid_at is not null)`;
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
  // The last day of an offer lasts until it is over in every time zone.
  const yesterday = new Date(before.getTime() + (retentionDays - 1) * dayMs).toISOString().slice(0, 10);
  return sql<LeadRetention>`
    select l.id, l.brand, l.email, case
      when l.email like ${`%@${erasedDomain}`}
        or ${ordersThat(isPurchase)}
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
      else 'erase' end as decision
    from ${rows} l`;
}

/** Leads that were left or last checked before an instant, the oldest first, `most` at most. */
export async function leadsToCheck(db: Db, before: Date, most: number): Promise<readonly LeadRetention[]> {
  const rows = sql`(select * from leads where coalesce(retention_checked_at, created_at) < ${before}
    order by coalesce(retention_checked_at, created_at) limit ${most})`;
  return (await retentionQuery(rows, before).execute(db)).rows;
}

/** Whether a lead is to be erased, asked again under the locks of its sessions and its orders. */
export async function isToErase(db: Db, leadId: string, before: Date): Promise<boolean> {
  const { rows } = await retentionQuery(sql`(select * from leads where id = ${leadId})`, before).execute(db);
  return rows[0]?.decision === 'erase';
}
