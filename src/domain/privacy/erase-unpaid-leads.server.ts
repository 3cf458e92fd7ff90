import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { PrivacyContext } from './context.server.ts';
import { lockOrder } from '../orders/index.server.ts';
import { lockSession } from '../checkout/sessions/index.server.ts';
import { lockLead, markLeadsChecked } from '../checkout/leads/index.server.ts';
import { closeOrphanedAccount } from './close-accounts.server.ts';
import { erasePerson } from './erase-person.server.ts';
import { isToErase, type LeadRetention, leadsToCheck, retentionDays } from './lead-retention.repository.server.ts';
import { orderIdsOfLead, sessionIdsOfLead } from './person.repository.server.ts';

const hourMs = 3_600_000;
/** A lead that is not erased yet is checked again after so long. */
const recheckMs = 20 * hourMs;

/**
 * Erases leads without a purchase, ninety days after they and their session were last touched. Leads with money, a trial, an
 * invoice, a subscription, a payment under way or an open offer stay. Gives how many were erased. Each is erased in a
 * transaction of its own, on however many workers; one that fails is logged and tried again the next day. Begins no batch of
 * `most` after `seconds`, nor once the worker stops: the next run goes on.
 */
export async function eraseUnpaidLeads(
  ctx: PrivacyContext,
  {
    most = 100,
    seconds = 90,
    isStopping = () => false,
  }: { readonly most?: number; readonly seconds?: number; readonly isStopping?: (() => boolean) | undefined } = {},
): Promise<number> {
  const began = performance.now();
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - retentionDays * 24 * hourMs);
  for (let erased = 0; ;) {
    const rows = await leadsToCheck(ctx.db, before, most);
    erased += await processBatch(ctx, rows, { now, before });
    if (rows.length < most || isStopping() || performance.now() - began > seconds * 1000) return erased;
  }
}

/** Every lead of a batch is erased or marked as checked, so that the next batch has others. */
async function processBatch(
  ctx: PrivacyContext,
  leads: readonly LeadRetention[],
  { now, before }: { readonly now: Date; readonly before: Date },
): Promise<number> {
  const later = leads.flatMap(({ id, decision }) => (decision === 'not-yet' ? [id] : []));
  const kept = leads.flatMap(({ id, decision }) => (decision === 'kept' ? [id] : []));
  let erased = 0;
  for (const lead of leads) {
    if (lead.decision !== 'erase') continue;
    try {
      if (await eraseLead(ctx, lead, before)) erased += 1;
      else later.push(lead.id);
    } catch (error) {
      ctx.log.error('lead-not-erased', { error });
      later.push(lead.id);
    }
  }
  // In the order of ids, so that two workers that mark the same leads do not deadlock.
  await transaction(ctx.db, async (trx) => {
    await markLeadsChecked(trx, kept.toSorted(), now);
    await markLeadsChecked(trx, later.toSorted(), new Date(before.getTime() + recheckMs));
  });
  return erased;
}

async function eraseLead(ctx: PrivacyContext, { id, brand, email }: LeadRetention, before: Date): Promise<boolean> {
  return transaction(ctx.db, async (trx) => {
    // In the order of a payment's locks: sessions, then orders, then the lead.
    const sessions = await sessionIdsOfLead(trx, id);
    for (const session of sessions) await lockSession(trx, session);
    const orders = await orderIdsOfLead(trx, id, sessions);
    for (const order of orders) await lockOrder(trx, order);
    await lockLead(trx, id);
    // Asked again under the locks: the buyer may have come back and paid meanwhile, or another worker was faster.
    if (!(await isToErase(trx, id, before))) return false;
    // No account belongs to it: accounts are of addresses, and a buyer with the same address keeps theirs.
    await erasePerson(ctx, trx, { id: '', brand, email }, { leads: [id], sessions, orders });
    await closeOrphanedAccount(trx, { brand, email }, ctx.clock.now());
    await markLeadsChecked(trx, [id], ctx.clock.now());
    return true;
  });
}
