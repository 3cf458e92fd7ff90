import { findPlan } from '#src/domain/catalog/products/index.ts';
import type { Db, DomainContext } from '#src/domain/context.server.ts';
import { paysSubscriptionInvoice } from '#src/domain/checkout/sessions/index.server.ts';
import {
  attemptStates,
  isOpen,
  manualRefundAmount,
  presentInstructions,
  type RailDocument,
  surplusById,
} from '#src/domain/payments/index.server.ts';
import { quoteTitle } from '#src/domain/checkout/quotes/index.ts';
import { purchasedPlanTerms } from '#src/domain/subscriptions/mandates/index.server.ts';
import { lastCoolingOffDay } from '#src/domain/catalog/terms/index.ts';
import { periodOfOrder } from '#src/domain/subscriptions/subscriptions/index.server.ts';
import { trialOf } from '#src/domain/checkout/trials/index.server.ts';
import { payoutChangeById, coolingOffOf } from '#src/domain/refunds/cooling-off/index.server.ts';
import { formatLocalDate } from '#src/kernel/time/local-date.ts';
import { formatInstant, marketZone } from '#src/kernel/time/zones.ts';
import type { Translator } from '#src/ui/words/translator.ts';
import { orderPaidEmail } from './templates/order-paid.ts';
import { orderRefundedEmail } from './templates/order-refunded.ts';
import { orderUnderpaidEmail } from './templates/order-underpaid.ts';
import { holdExpiredEmail } from './templates/hold-expired.ts';
import { coolingOffConfirmedEmail } from './templates/cooling-off-confirmed.ts';
import { paymentInstructionsEmail } from './templates/payment-instructions.ts';
import { refundAccountReceivedEmail, refundAccountRequestedEmail } from './templates/refund-account.ts';
import { surplusRefundedEmail } from './templates/surplus-refunded.ts';
import type { EmailContent } from './email.types.ts';
import { type EmailBuilder, createEmailBuilder } from './email-builder.ts';
import type { EmailLinks } from './email-links.server.ts';
import type { OrderEmailData } from './order-email-data.server.ts';
import { composeRenewalDue } from './compose-renewal-email.server.ts';

/** An attachment of an e-mail. */
export interface EmailAttachment {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Buffer;
}

export interface ComposedEmail {
  readonly emailContent: EmailContent;
  readonly attachments: readonly EmailAttachment[];
}

export interface ComposeEmailOptions {
  readonly ctx: DomainContext;
  readonly links: EmailLinks;
  readonly documents: Readonly<Record<string, readonly RailDocument[]>>;
}

/** Composes the e-mail of a message; null when it is out of date (instructions for an order that was paid or canceled). */
export async function composeOrderEmail(
  mailer: ComposeEmailOptions,
  facts: OrderEmailData,
  t: Translator,
): Promise<ComposedEmail | null> {
  const { order, lead, brand, quote, message } = facts;
  const builder = createEmailBuilder({
    t,
    locale: order.locale,
    brand,
    currency: order.currency,
    buyerName: lead.name,
    buyerEmail: lead.email,
    product: quoteTitle(quote),
    orderReference: order.reference,
  });
  switch (message.kind) {
    case 'order-paid':
      // All of it went back before the receipt went out.
      if (order.state === 'refunded') return null;
      return plain(await composePaid(mailer, facts, builder));
    case 'payment-instructions':
      return composeInstructions(mailer, facts, builder);
    case 'order-underpaid': {
      if (order.state !== 'partly-paid') return null;
      return plain(
        orderUnderpaidEmail(builder, {
          order,
          payUrl: await mailer.links.order(facts),
        }),
      );
    }
    case 'surplus-returned': {
      const surplus = await surplusById(mailer.ctx, message.dedup);
      if (!surplus) throw new Error(`Message ${message.id} has no surplus`);
      if (surplus.isManual)
        return plain(refundAccountRequestedEmail(builder, surplus, await mailer.links.coolingOff(facts)));
      return plain(surplusRefundedEmail(builder, surplus));
    }
    case 'order-refunded':
      return plain(orderRefundedEmail(builder, order));
    case 'order-withdrawn': {
      const view = await coolingOffOf(mailer.ctx, order.id);
      if (!view) throw new Error(`Message ${message.id} has no withdrawal`);
      return plain(coolingOffConfirmedEmail(builder, { view, pageUrl: await mailer.links.coolingOff(facts) }));
    }
    case 'payout-account-wanted': {
      const owed = await manualRefundAmount(mailer.ctx.db, message.dedup);
      return owed && plain(refundAccountRequestedEmail(builder, owed, await mailer.links.coolingOff(facts)));
    }
    case 'payout-account-given': {
      const given = await payoutChangeById(mailer.ctx.db, message.dedup);
      if (!given) return null;
      const at = formatInstant(given.payableAt, marketZone(order.market));
      const pageUrl = await mailer.links.coolingOff(facts);
      return plain(refundAccountReceivedEmail(builder, { hint: given.hint, at, pageUrl }));
    }
    case 'renewal-due': {
      const emailContent = await composeRenewalDue(mailer, facts, builder);
      return emailContent && plain(emailContent);
    }
    case 'order-undone':
      return plain(
        holdExpiredEmail(builder, {
          order,
          payUrl: await mailer.links.order(facts),
        }),
      );
  }
}

function plain(emailContent: EmailContent): ComposedEmail {
  return { emailContent, attachments: [] };
}

async function composePaid(
  mailer: ComposeEmailOptions,
  facts: OrderEmailData,
  builder: EmailBuilder,
): Promise<EmailContent> {
  const { order, quote, attempts, locations, received } = facts;
  const product = mailer.ctx.catalog.product(order.brand, order.variant, order.productCode);
  const plan = product && findPlan(product, order.planId);
  const { db } = mailer.ctx;
  const continuation = (await paysSubscriptionInvoice(db, order.sessionId)) ? await termPaidBy(db, order.id) : null;
  const wants = { access: continuation === null, coolingOff: mayBeWithdrawn(facts) };
  const { accessUrl, coolingOffUrl, accountUrl } = await mailer.links.receipt(facts, wants);
  return orderPaidEmail(builder, {
    order,
    quote,
    trial: await trialOf(db, order.id),
    locations,
    payments: attempts
      .toReversed()
      .flatMap((attempt) => (received.has(attempt.id) ? [{ attempt, amount: received.get(attempt.id) ?? 0n }] : [])),
    accessUrl,
    coolingOffUrl,
    accountUrl,
    continuation,
    terms: plan && order.state === 'paid' ? await purchasedPlanTerms(mailer.ctx, order, plan) : null,
  });
}

/** The days that an order of a subscription pays for; one that pays for none changes its plan. */
async function termPaidBy(db: Db, orderId: string) {
  const period = await periodOfOrder(db, orderId);
  return period ? { from: formatLocalDate(period.periodStart), to: formatLocalDate(period.periodEnd) } : 'change';
}

/** Where the law gives the right; what cost nothing leaves nothing to give back. */
function mayBeWithdrawn({ order }: OrderEmailData): boolean {
  return order.total > 0n && lastCoolingOffDay(order.paidAt ?? order.createdAt, order.market) !== null;
}

async function composeInstructions(
  mailer: ComposeEmailOptions,
  facts: OrderEmailData,
  builder: EmailBuilder,
): Promise<ComposedEmail | null> {
  const { order, attempts, brand, message, quote } = facts;
  // Of several tenders each has its own e-mail; otherwise only the newest attempt has one.
  const isPart = facts.split?.parts.some(
    ({ attemptId, standing }) => attemptId === message.dedup && standing === 'waits-for-buyer',
  );
  const newest = isPart ? attempts.find(({ id }) => id === message.dedup) : attempts[0];
  const isAwaited =
    newest?.id === message.dedup && attemptStates.some((state) => state === newest.state && isOpen(state));
  if (!isAwaited || order.state === 'paid' || order.state === 'refunded' || order.state === 'closed') return null;
  const { ctx, documents, links } = mailer;
  const ready = (documents[newest.rail] ?? []).filter((document) => document.isReady(newest));
  const description = quoteTitle(quote);
  const attachments = await Promise.all(
    ready.map(async ({ fileName, contentType, render }) => ({
      fileName,
      contentType,
      content: await render({ attempt: newest, order, description, sellerName: brand.businessName }),
    })),
  );
  const emailContent = paymentInstructionsEmail(builder, {
    order,
    attempt: newest,
    instructions: await presentInstructions(ctx, newest, order.market),
    hasDocument: attachments.length > 0,
    orderUrl: await links.order(facts),
  });
  return { emailContent, attachments };
}
