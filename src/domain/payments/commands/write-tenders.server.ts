import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { markOrderPaid, type Order } from '../../orders/index.server.ts';
import { recordEvent } from '../../messaging/outbox/index.server.ts';
import { hasEndpoint } from '../../messaging/webhooks/index.ts';
import { type Quote, quoteTitle } from '../../checkout/quotes/index.ts';
import type { AttemptRow } from '../attempts/attempt.repository.server.ts';
import { isAnySingleUseHashUsed } from '../attempts/attempt-search.repository.server.ts';
import { insertTender } from '../attempts/tender.repository.server.ts';
import { type IdempotentCall, openAttempt } from './open-attempt.server.ts';
import type { PayAnswer, PayFailure, PayRequest } from '../ports/pay.types.ts';
import { onOrderPaid } from '../facts/apply-order-payment.server.ts';
import { reserveIdempotencyKey, storeAnswer } from './idempotency.repository.server.ts';
import { zeroAmountAnswer } from './replay.server.ts';
import type { PreparedTender } from '../instruments/prepare-tender.server.ts';
import { encryptSplitPart } from '../split/encrypted-split-part.server.ts';

/** Rows of a payment: the attempt whose gateway is called first, and whether it is a part among others. */
export interface WrittenTenders {
  readonly order: Order;
  readonly attempt: AttemptRow;
  readonly tender: PreparedTender;
  readonly description: string;
  readonly isSplit: boolean;
}

export interface TendersToWrite {
  readonly request: PayRequest;
  readonly call: IdempotentCall;
  readonly order: Order;
  /** In the order in which they start. */
  readonly tenders: readonly PreparedTender[];
  readonly quote: Quote;
  /** Attempts that the order has had. */
  readonly tried: number;
  /** They pay the price together, or with parts that stand already. */
  readonly isSplit: boolean;
}

/** Writes the tenders of a call with an attempt each: the first is about to start, the others wait for their turn. */
export async function writeTenders(
  ctx: PaymentsContext,
  trx: Db,
  from: TendersToWrite,
): Promise<Result<WrittenTenders, PayFailure>> {
  const { request, order, tenders, tried, isSplit } = from;
  const [first, ...others] = tenders;
  if (!first) throw new Error('A call without a tender');
  const hashes = tenders.flatMap(({ singleUseHash }) => singleUseHash ?? []);
  if (await isAnySingleUseHashUsed(trx, hashes)) return err({ code: 'token-used' });
  const now = ctx.clock.now();
  const description = quoteTitle(from.quote);
  const tenderId = await insertTender(trx, order, first, now);
  const part = isSplit ? { part: 0 } : {};
  const attempt = await openAttempt(trx, order, first, { tenderId, number: tried + 1, call: from.call, now, ...part });
  for (const [index, tender] of others.entries()) {
    const { payer, details } = tender.details;
    const sealedRequest = encryptSplitPart(ctx, { payer, details, browser: request.browser, description });
    const nextId = await insertTender(trx, order, tender, now);
    const number = tried + 2 + index;
    await openAttempt(trx, order, tender, {
      tenderId: nextId,
      number,
      call: null,
      now,
      part: index + 1,
      sealedRequest,
    });
  }
  if (order.analyticsClientId && tried === 0)
    await ctx.jobs.send(trx, 'report-sale', { orderId: order.id, event: 'add_payment_info', method: first.method });
  if (hasEndpoint(ctx.webhooks, order.brand, order.variant, 'payment.requested'))
    await recordEvent(trx, order.id, 'payment-requested', attempt.id, requested(attempt.id, first, tenders), now);
  return ok({ order, attempt, tender: first, description, isSplit });
}

/** Payload of `payment-requested`; the methods of several tenders are joined as the specification writes them. */
function requested(attemptId: string, { installments }: PreparedTender, tenders: readonly PreparedTender[]) {
  const amount = tenders.reduce((sum, tender) => sum + tender.principal + tender.interest, 0n);
  return {
    attemptId,
    method: tenders.map(({ method }) => method).join('+'),
    amount: unitsToJson(amount),
    installments,
  };
}

/**
 * Completes an order that costs nothing, because of its voucher: paid at once, with access, receipt and event like any
 * other, and with neither tender nor attempt, for no money moves. The caller holds the order's lock and has its
 * reservations.
 */
export async function completeZeroAmountOrder(
  ctx: PaymentsContext,
  trx: Db,
  order: Order,
  call: { readonly sessionId: string; readonly key: string; readonly fingerprints: readonly string[] },
): Promise<PayAnswer> {
  const now = ctx.clock.now();
  await markOrderPaid(trx, order.id, now);
  await onOrderPaid(ctx, trx, order, now);
  await reserveIdempotencyKey(trx, { ...call, orderId: order.id, attemptId: null, now });
  return storeAnswer(trx, call.sessionId, call.key, zeroAmountAnswer(order.id));
}
