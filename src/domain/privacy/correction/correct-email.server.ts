import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { emailRule, normalizeEmail } from '#src/kernel/validation/email.rule.ts';
import type { Db, OnWritten } from '../../base-context.server.ts';
import { type CorrectedLead, correctLeadEmails, isErased, leadById } from '../../checkout/leads/index.server.ts';
import { sessionById } from '../../checkout/sessions/index.server.ts';
import { resendAccessIn } from '../../customers/access/index.server.ts';
import {
  revokeLinksOfSessions,
  revokeLinksToSubjects,
  revokeSubscriptionLinks,
} from '../../customers/magic-links/index.server.ts';
import { recordEvent } from '../../messaging/outbox/index.server.ts';
import { lockOrder, type Order, ordersOfLeads } from '../../orders/index.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import { insertAccountEmail } from '../account-email.repository.server.ts';
import { ensureBuyerAccount } from '../buyer-account.repository.server.ts';
import type { PrivacyContext } from '../context.server.ts';

export interface EmailCorrection {
  readonly orderId: string;
  /** The address that the buyer says is theirs. */
  readonly email: string;
  readonly onWritten?: OnWritten;
}

/** `purchases`: how many purchases have the new address by this; 0 where the order had it already. */
export interface CorrectedEmail {
  readonly purchases: number;
}

/** `email-invalid`: no address of a mailbox. `buyer-erased`: the order has no buyer any more. */
export type EmailCorrectionFailure = 'order-not-found' | 'email-invalid' | 'buyer-erased';

/**
 * Corrects the e-mail address of an order's buyer, for them at their word. Other purchases of the same brand follow where they
 * have the same address and the same phone or tax id: a mistyped address may be a stranger's, who keeps theirs. In one
 * transaction: links and access tokens that went to the old address end, the old address gets an e-mail that says so, each open
 * course is sent anew, and the school's platform gets the new address by `access.granted`. The buyer's account is the new
 * address's from then on. The same call again changes nothing.
 */
export async function correctEmail(
  ctx: PrivacyContext,
  { orderId, email: typed, onWritten }: EmailCorrection,
): Promise<Result<CorrectedEmail, EmailCorrectionFailure>> {
  const email = normalizeEmail(typed);
  if (emailRule(email) !== null || isErased({ email })) return err('email-invalid');
  const done = await inTransaction<CorrectedEmail, EmailCorrectionFailure>(ctx.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const lead = order && (await leadById(trx, order.leadId));
    if (!order || !lead) return err('order-not-found');
    if (isErased(lead)) return err('buyer-erased');
    if (normalizeEmail(lead.email) === email) return ok({ purchases: 0 });
    const corrected = await correctLeadEmails(trx, { lead, brand: order.brand, email }, ctx.clock.now());
    const orders = await ordersOfLeads(
      trx,
      corrected.map(({ id }) => id),
    );
    await endLinks(trx, corrected, orders);
    await informOldAddress(ctx, trx, order, lead.email);
    await sendAnew(ctx, trx, orders);
    await onWritten?.(trx);
    return ok({ purchases: orders.length });
  });
  if (done.ok && done.value.purchases > 0) {
    ctx.log.info('email-corrected', { orderId });
    ctx.signals.orderChanged(orderId);
  }
  return done;
}

/** The access tokens end with `resendAccessIn`. */
async function endLinks(trx: Db, leads: readonly CorrectedLead[], orders: readonly { readonly id: string }[]) {
  await revokeLinksToSubjects(
    trx,
    orders.map(({ id }) => id),
  );
  await revokeLinksOfSessions(
    trx,
    leads.map(({ sessionId }) => sessionId),
  );
  await revokeSubscriptionLinks(
    trx,
    leads.map(({ id }) => id),
  );
}

async function informOldAddress(ctx: PrivacyContext, trx: Db, order: Order, oldEmail: string): Promise<void> {
  const account = await ensureBuyerAccount(ctx, trx, { brand: order.brand, email: oldEmail });
  const session = await sessionById(trx, order.sessionId);
  const { locale, variant } = session ?? order;
  const email = { accountId: account.id, kind: 'corrected' as const, locale, link: {}, variant };
  const emailId = await insertAccountEmail(trx, email, ctx.clock.now());
  await ctx.jobs.send(trx, 'send-account-email', { emailId });
}

/** Sends every open course to the new address. A course that a refund has closed stays closed. */
async function sendAnew(ctx: PrivacyContext, trx: Db, orders: readonly { readonly id: string }[]): Promise<void> {
  const key = newSecret();
  for (const { id } of orders) {
    const sent = await resendAccessIn(ctx, trx, { orderId: id, key });
    if (sent.ok) await recordEvent(trx, id, 'access-granted', key, { reason: 'email-corrected' }, ctx.clock.now());
  }
}
