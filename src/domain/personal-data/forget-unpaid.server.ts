import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { lockOrder } from '../orders/index.server.ts';
import { attemptStates, isOpen } from '../payments/index.server.ts';
import { erasedDomain, eraseRows } from './erase-rows.server.ts';

/** Whoever left contact data and never bought is forgotten after so many days (LGPD, art. 15, I and 16). */
const keptDays = 90;

/**
 * Erases the contact data of visits that became no purchase, ninety days after they were last touched. Visits with money,
 * free time, a bill, a subscription or a payment under way are somebody's purchase and stay. Gives how many were erased; at
 * most `limit` in one run, each in a transaction of its own, on however many workers.
 */
export async function forgetUnpaid(ctx: DomainContext, limit = 1_000): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - keptDays * 24 * 3600 * 1000);
  const due = await unpaidBefore(ctx.db, before).limit(limit).execute();
  let forgotten = 0;
  for (const { id } of due) forgotten += (await forgetOne(ctx, id, before)) ? 1 : 0;
  return forgotten;
}

async function forgetOne(ctx: DomainContext, leadId: string, before: Date): Promise<boolean> {
  return transaction(ctx.db, async (trx) => {
    const lead = await unpaidBefore(trx, before)
      .where('leads.id', '=', leadId)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!lead) return false;
    const more = await trx.selectFrom('checkout_sessions').select('id').where('lead_id', '=', leadId).execute();
    const sessions = [...new Set([lead.session_id, ...more.map(({ id }) => id)])];
    const rows = await trx
      .selectFrom('orders')
      .select('id')
      .where((eb) => eb.or([eb('lead_id', '=', leadId), eb('session_id', 'in', sessions)]))
      .orderBy('id')
      .execute();
    const orders = rows.map(({ id }) => id);
    for (const id of orders) await lockOrder(trx, id);
    // Asked again under the locks: somebody may have come back and paid this moment.
    if (!(await unpaidBefore(trx, before).where('leads.id', '=', leadId).executeTakeFirst())) return false;
    // No page of a buyer's belongs to it: pages are of addresses, and a buyer with the same address keeps theirs.
    await eraseRows(ctx, trx, { id: '', brand: lead.brand, email: lead.email }, { leads: [leadId], sessions, orders });
    return true;
  });
}

/** Visits that were left before an instant and are nobody's purchase. */
function unpaidBefore(db: Db, before: Date) {
  const open = attemptStates.filter(isOpen);
  return db
    .selectFrom('leads')
    .select(['leads.id', 'leads.session_id', 'leads.brand', 'leads.email'])
    .where('leads.updated_at', '<', before)
    .where('leads.email', 'not like', `%@${erasedDomain}`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('orders')
            .leftJoin('attempts', 'attempts.order_id', 'orders.id')
            .select('orders.id')
            .where((on) =>
              on.or([
                on('orders.lead_id', '=', on.ref('leads.id')),
                on('orders.session_id', '=', on.ref('leads.session_id')),
              ]),
            )
            .where((is) =>
              is.or([
                is('orders.state', 'not in', ['open', 'closed']),
                is('orders.received', '>', 0n),
                is('orders.paid_at', 'is not', null),
                is('attempts.state', 'in', [...open, 'authorized', 'captured']),
              ]),
            ),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('invoices').select('invoices.id').whereRef('invoices.session_id', '=', 'leads.session_id'),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('subscriptions').select('subscriptions.id').whereRef('subscriptions.lead_id', '=', 'leads.id'),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('ledger_transfers')
            .innerJoin('orders', 'orders.id', 'ledger_transfers.order_id')
            .select('orders.id')
            .whereRef('orders.lead_id', '=', 'leads.id'),
        ),
      ),
    )
    .orderBy('leads.updated_at');
}
