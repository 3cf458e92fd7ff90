import { pipelinedReads } from '#src/kernel/db/pipeline.server.ts';
import type { Db } from '../../base-context.server.ts';
import { nextRetryOfOrder } from '../../payments/decline-policy/index.server.ts';
import { eventsOfSale } from './events-of-sale.ts';
import type { CardRetryFacts } from './service-facts.types.ts';
import {
  attemptFacts,
  attemptHistory,
  ledgerFacts,
  moneyCaseFacts,
  orderFacts,
  refundFacts,
} from './sale-payment-facts.repository.server.ts';
import {
  accessFacts,
  documentFacts,
  emailFacts,
  relatedSales,
  staffFacts,
  subscriptionFacts,
  webhookFacts,
} from './sale-service-facts.repository.server.ts';
import type { SaleTimeline } from './timeline.types.ts';

/**
 * A sale with all that happened to it; null when there is no such order. 13 statements by keys in one round trip, and
 * three more for a declined card. `now` decides only whether a card may be tried again.
 */
export async function timelineOf(db: Db, orderId: string, now: Date): Promise<SaleTimeline | null> {
  return pipelinedReads(db, async (one) => {
    const [
      found,
      attempts,
      history,
      ledger,
      refunds,
      cases,
      emails,
      webhooks,
      access,
      written,
      subscription,
      staff,
      related,
    ] = await Promise.all([
      orderFacts(one, orderId),
      attemptFacts(one, orderId),
      attemptHistory(one, orderId),
      ledgerFacts(one, orderId),
      refundFacts(one, orderId),
      moneyCaseFacts(one, orderId),
      emailFacts(one, orderId),
      webhookFacts(one, orderId),
      accessFacts(one, orderId),
      documentFacts(one, orderId),
      subscriptionFacts(one, orderId),
      staffFacts(one, orderId),
      relatedSales(one, orderId),
    ]);
    if (found === null) return null;
    const cardRetry = attempts.at(-1)?.state === 'declined' ? await cardRetryOf(one, orderId, now) : null;
    const sale = {
      ...{ ...found, attempts, ...history, ledger, refunds, ...cases, emails, webhooks, access, ...written },
      ...{ subscription, staff, related, cardRetry },
    };
    return { sale, events: eventsOfSale(sale) };
  });
}

/** Null where the last charge was no card. */
async function cardRetryOf(db: Db, orderId: string, now: Date): Promise<CardRetryFacts | null> {
  const next = await nextRetryOfOrder(db, orderId, now);
  if (!next) return null;
  const decision = next.verdictAt(now);
  return decision.allowed
    ? { isAllowed: true, code: null, notBefore: null }
    : { isAllowed: false, code: decision.code, notBefore: decision.notBefore ?? null };
}
