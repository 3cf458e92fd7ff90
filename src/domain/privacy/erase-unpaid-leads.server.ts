import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db } from '../base-context.server.ts';
import type { PrivacyContext } from './context.server.ts';
import { lockOrder } from '../orders/index.server.ts';
import { lockSession } from '../checkout/sessions/index.server.ts';
import { eraseRows } from './erase-rows.server.ts';
import {
  isToErase,
  markLeadsChecked,
  retentionDays,
  leadsToCheck,
  type LeadRetention,
} from './leads-to-erase.server.ts';
import { closePageOfNobody } from './pages-of-nobody.server.ts';

const hourMs = 3_600_000;
/** A lead that is not forgotten yet is looked at again after so long: by the next night's run. */
const recheckMs = 20 * hourMs;

/**
 * Erases the contact data of visits that became no purchase, ninety days after their lead and their session were last
 * touched. Visits with money, free time, a bill, a subscription, a payment under way or an offer that may still be taken are
 * somebody's purchase and stay. Gives how many were erased. Each is erased in a transaction of its own, on however many
 * workers; one that fails is logged and tried again the next night. Begins no batch of `most` after `seconds`.
 */
export async function eraseUnpaidLeads(
  ctx: PrivacyContext,
  { most = 100, seconds = 60 }: { readonly most?: number; readonly seconds?: number } = {},
): Promise<number> {
  const began = performance.now();
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - retentionDays * 24 * hourMs);
  for (let erased = 0; ;) {
    const { rows } = await leadsToCheck(before, most).execute(ctx.db);
    erased += await processBatch(ctx, rows, { now, before });
    if (rows.length < most || performance.now() - began > seconds * 1000) return erased;
  }
}

/** Every one of a batch is gone, or looked at again some other day: the next batch is another. */
async function processBatch(
  ctx: PrivacyContext,
  leads: readonly LeadRetention[],
  { now, before }: { readonly now: Date; readonly before: Date },
): Promise<number> {
  const later = leads.flatMap(({ id, what }) => (what === 'not-yet' ? [id] : []));
  const kept = leads.flatMap(({ id, what }) => (what === 'kept' ? [id] : []));
  let erased = 0;
  for (const lead of leads) {
    if (lead.what !== 'forget') continue;
    try {
      if (await eraseLead(ctx, lead, before)) erased += 1;
      else later.push(lead.id);
    } catch (error) {
      ctx.log.error('lead-not-erased', { error });
      later.push(lead.id);
    }
  }
  // In one order, whoever else marks some of the same: nobody waits in a circle.
  await transaction(ctx.db, async (trx) => {
    await markLeadsChecked(trx, kept.toSorted(), now);
    await markLeadsChecked(trx, later.toSorted(), new Date(before.getTime() + recheckMs));
  });
  return erased;
}

async function eraseLead(ctx: PrivacyContext, { id, brand, email }: LeadRetention, before: Date): Promise<boolean> {
  return transaction(ctx.db, async (trx) => {
    // As whoever pays does: sessions, then orders, then the lead.
    const sessions = await sessionsOf(trx, id);
    for (const session of sessions) await lockSession(trx, session);
    const orders = await ordersOf(trx, id, sessions);
    for (const order of orders) await lockOrder(trx, order);
    await trx.selectFrom('leads').select('id').where('id', '=', id).forUpdate().execute();
    // Asked again under the locks: somebody may have come back and paid this moment, or another worker was here.
    if (!(await isToErase(trx, id, before))) return false;
    // No page of a buyer's belongs to it: pages are of addresses, and a buyer with the same address keeps theirs.
    await eraseRows(ctx, trx, { id: '', brand, email }, { leads: [id], sessions, orders });
    await closePageOfNobody(trx, { brand, email }, ctx.clock.now());
    await markLeadsChecked(trx, [id], ctx.clock.now());
    return true;
  });
}

async function sessionsOf(trx: Db, leadId: string): Promise<string[]> {
  const own = await trx.selectFrom('leads').select('session_id as id').where('id', '=', leadId).execute();
  const more = await trx.selectFrom('checkout_sessions').select('id').where('lead_id', '=', leadId).execute();
  return [...new Set([...own, ...more].map(({ id }) => id))].toSorted();
}

async function ordersOf(trx: Db, leadId: string, sessions: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('orders')
    .select('id')
    .where((eb) => eb.or([eb('lead_id', '=', leadId), eb('session_id', 'in', sessions)]))
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
