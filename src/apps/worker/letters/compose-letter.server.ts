import { issueLetterAccess } from '#src/domain/access/index.server.ts';
import { findPlan } from '#src/domain/catalog/index.ts';
import type { Db, DomainContext } from '#src/domain/context.server.ts';
import { paysForSubscription } from '#src/domain/invoices/index.server.ts';
import {
  attemptStates,
  isOpen,
  owedByHand,
  presentAttempt,
  type RailDocument,
  surplusById,
} from '#src/domain/payments/index.server.ts';
import { quoteTitle } from '#src/domain/quotes/index.ts';
import { boughtTermsOf } from '#src/domain/recurrences/index.server.ts';
import { lastWithdrawalDay } from '#src/domain/subscriptions/index.ts';
import { periodOfOrder } from '#src/domain/subscriptions/index.server.ts';
import { trialOf } from '#src/domain/trials/index.server.ts';
import { payoutChangeById, withdrawalOf } from '#src/domain/withdrawals/index.server.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { formatLocalDate } from '#src/kernel/time/local-date.ts';
import { formatInstant, marketZone } from '#src/kernel/time/zones.ts';
import type { Translator } from '#src/ui/words/translator.ts';
import { buyerPageLink } from './buyer-office.server.ts';
import { orderPaidLetter } from './kinds/order-paid.ts';
import { orderRefundedLetter } from './kinds/order-refunded.ts';
import { orderUnderpaidLetter } from './kinds/order-underpaid.ts';
import { orderUndoneLetter } from './kinds/order-undone.ts';
import { orderWithdrawnLetter } from './kinds/order-withdrawn.ts';
import { paymentInstructionsLetter } from './kinds/payment-instructions.ts';
import { payoutAccountGivenLetter, payoutAccountWantedLetter } from './kinds/payout-account.ts';
import { surplusReturnedLetter } from './kinds/surplus-returned.ts';
import type { Letter } from './letter.types.ts';
import { type LetterDesk, letterDesk } from './letter-desk.ts';
import type { LetterFacts } from './letter-facts.server.ts';
import { orderLink } from './order-link.server.ts';
import { composeRenewalDue } from './renewal-letter.server.ts';
import { withdrawalLink } from './withdrawal-link.server.ts';

/** A paper that goes with a letter. */
export interface LetterAttachment {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Buffer;
}

export interface ComposedLetter {
  readonly letter: Letter;
  readonly attachments: readonly LetterAttachment[];
}

export interface LetterOffice {
  readonly ctx: DomainContext;
  readonly publicOrigin: string;
  readonly documents: Readonly<Record<string, readonly RailDocument[]>>;
}

/** Writes the letter of a message; null when the time for it has passed (how to pay what is paid or given up). */
export async function composeLetter(
  office: LetterOffice,
  facts: LetterFacts,
  t: Translator,
): Promise<ComposedLetter | null> {
  const { order, lead, brand, quote, message } = facts;
  const desk = letterDesk({
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
      return plain(await composePaid(office, facts, desk));
    case 'payment-instructions':
      return composeInstructions(office, facts, desk);
    case 'order-underpaid': {
      if (order.state !== 'partly-paid') return null;
      return plain(
        orderUnderpaidLetter(desk, {
          order,
          payUrl: await orderLink(office.ctx, office.publicOrigin, facts.session, brand),
        }),
      );
    }
    case 'surplus-returned': {
      const surplus = await surplusById(office.ctx, message.dedup);
      if (!surplus) throw new Error(`Message ${message.id} has no surplus`);
      if (surplus.isByHand) return plain(payoutAccountWantedLetter(desk, surplus, await withdrawalLink(office, facts)));
      return plain(surplusReturnedLetter(desk, surplus));
    }
    case 'order-refunded':
      return plain(orderRefundedLetter(desk, order));
    case 'order-withdrawn': {
      const view = await withdrawalOf(office.ctx, order.id);
      if (!view) throw new Error(`Message ${message.id} has no withdrawal`);
      return plain(orderWithdrawnLetter(desk, { view, pageUrl: await withdrawalLink(office, facts) }));
    }
    case 'payout-account-wanted': {
      const owed = await owedByHand(office.ctx.db, message.dedup);
      return owed && plain(payoutAccountWantedLetter(desk, owed, await withdrawalLink(office, facts)));
    }
    case 'payout-account-given': {
      const given = await payoutChangeById(office.ctx.db, message.dedup);
      if (!given) return null;
      const at = formatInstant(given.payableAt, marketZone(order.market));
      const pageUrl = await withdrawalLink(office, facts);
      return plain(payoutAccountGivenLetter(desk, { hint: given.hint, at, pageUrl }));
    }
    case 'renewal-due': {
      const letter = await composeRenewalDue(office, facts, desk);
      return letter && plain(letter);
    }
    case 'order-undone':
      return plain(
        orderUndoneLetter(desk, {
          order,
          payUrl: await orderLink(office.ctx, office.publicOrigin, facts.session, brand),
        }),
      );
  }
}

function plain(letter: Letter): ComposedLetter {
  return { letter, attachments: [] };
}

async function composePaid(office: LetterOffice, facts: LetterFacts, desk: LetterDesk): Promise<Letter> {
  const { publicOrigin } = office;
  const { order, quote, attempts, places, received } = facts;
  const product = office.ctx.catalog.product(order.brand, order.variant, order.productCode);
  const plan = product && findPlan(product, order.planId);
  // The letter's secrets are written together: one commit, and two journeys for all of them.
  const { db } = office.ctx;
  const goesOn = (await paysForSubscription(db, order.sessionId)) ? await termPaidBy(db, order.id) : null;
  const [secret, withdrawUrl, myPageUrl] = await transaction(db, (trx) => {
    const inside = { ...office, ctx: { ...office.ctx, db: trx } };
    return Promise.all([
      goesOn ? null : issueLetterAccess(inside.ctx, order.id),
      mayBeWithdrawn(facts) ? withdrawalLink(inside, facts) : null,
      buyerPageLink(inside, facts),
    ]);
  });
  return orderPaidLetter(desk, {
    order,
    quote,
    trial: await trialOf(db, order.id),
    places,
    payments: attempts
      .toReversed()
      .flatMap((attempt) => (received.has(attempt.id) ? [{ attempt, amount: received.get(attempt.id) ?? 0n }] : [])),
    accessUrl: secret === null ? null : `${publicOrigin}/access?t=${secret}`,
    withdrawUrl,
    myPageUrl,
    goesOn,
    terms: plan && order.state === 'paid' ? await boughtTermsOf(office.ctx, order, plan) : null,
  });
}

/** The days that an order of a subscription pays for; one that pays for none changes its plan. */
async function termPaidBy(db: Db, orderId: string) {
  const period = await periodOfOrder(db, orderId);
  return period ? { from: formatLocalDate(period.termFrom), to: formatLocalDate(period.termTo) } : 'change';
}

/** Where the law gives the right; what cost nothing leaves nothing to give back. */
function mayBeWithdrawn({ order }: LetterFacts): boolean {
  return order.total > 0n && lastWithdrawalDay(order.paidAt ?? order.createdAt, order.market) !== null;
}

async function composeInstructions(
  office: LetterOffice,
  facts: LetterFacts,
  desk: LetterDesk,
): Promise<ComposedLetter | null> {
  const { order, attempts, session, brand, message, quote } = facts;
  // Of several tenders each has its own letter; otherwise only the newest attempt is worth one.
  const isPart = facts.split?.parts.some(
    ({ attemptId, standing }) => attemptId === message.dedup && standing === 'waits-for-buyer',
  );
  const newest = isPart ? attempts.find(({ id }) => id === message.dedup) : attempts[0];
  const isAwaited =
    newest?.id === message.dedup && attemptStates.some((state) => state === newest.state && isOpen(state));
  if (!isAwaited || order.state === 'paid' || order.state === 'refunded' || order.state === 'closed') return null;
  const { ctx, documents, publicOrigin } = office;
  const ready = (documents[newest.rail] ?? []).filter((document) => document.isReady(newest));
  const description = quoteTitle(quote);
  const attachments = await Promise.all(
    ready.map(async ({ fileName, contentType, render }) => ({
      fileName,
      contentType,
      content: await render({ attempt: newest, order, description, sellerName: brand.businessName }),
    })),
  );
  const letter = paymentInstructionsLetter(desk, {
    order,
    attempt: newest,
    instructions: await presentAttempt(ctx, newest, order.market),
    hasDocument: attachments.length > 0,
    orderUrl: await orderLink(ctx, publicOrigin, session, brand),
  });
  return { letter, attachments };
}
