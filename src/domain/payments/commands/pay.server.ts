import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { attemptOriginOf, type RiskLevel, riskLevelFor } from '../../risk/index.server.ts';
import { type Quote, requote, quoteById } from '../../checkout/quotes/index.server.ts';
import { hasInvoice, sessionById } from '../../checkout/sessions/index.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import { isSameTrial } from '../../catalog/terms/index.ts';
import {
  trialInstrumentOf,
  recordUsedTrial,
  type TrialRequest,
  type TrialInstrument,
} from '../instruments/accept-trial.server.ts';
import { callGateway } from '../facts/call-gateway.server.ts';
import { advanceSplitOrder } from '../split/advance-split-order.server.ts';
import {
  admitTenders,
  lockPurchase,
  type PaymentHalt,
  priceOrder,
  replayKey,
  reserveOrder,
  writeAttempts,
} from './pay-stages.server.ts';
import type { PayAnswer, PayFailure, PayRequest, PayResult } from '../ports/pay.types.ts';
import { storeAnswer } from './idempotency.repository.server.ts';
import { storeSplitAnswer } from './replay.server.ts';
import type { WrittenTenders } from './write-tenders.server.ts';

/**
 * One payment of a purchase. The first transaction (T1) runs six stages and writes key, order, tenders and attempts; the
 * gateway is called with nothing locked; a second transaction applies its answer and stores it under the key. Jobs finish
 * what a process leaves when it dies in between. A repeated key gets the stored answer.
 * - A purchase that costs nothing is completed inside T1.
 * - Of several tenders each one starts when the one before it stands; money is captured once the whole price is there.
 * - A trial charges nothing: the payment instrument is verified outside T1, which then runs once more.
 * - A quote that expired while the page was open is replaced; where the new one costs the same, it is paid at once.
 */
export async function pay(ctx: PaymentsContext, request: PayRequest): Promise<PayResult> {
  const paid = await payOnce(ctx, request);
  if (paid.ok || paid.error.code !== 'quote-changed') return paid;
  const { quote } = paid.error;
  const named = await quoteById(ctx.db, request.sessionId, request.quoteId);
  if (!named || !isSamePrice(named, quote, request.shownAmount)) return paid;
  // The price of an invoice is its order's own, with the late fee: today's list price never takes its place.
  if (await hasInvoice(ctx.db, request.sessionId)) return paid;
  await request.onQuoteReplaced?.(quote.id);
  // The key stays that of the first request: a repetition of it finds this payment.
  return payOnce(ctx, { ...request, quoteId: quote.id, asked: request.asked ?? request.quoteId });
}

/**
 * Whether a new quote sells what the replaced one did, at the price that the buyer was shown. A trial with other days or
 * another first charge is another price, although both cost nothing today.
 */
function isSamePrice(named: Quote, quote: Quote, shownAmount: bigint | undefined): boolean {
  const shown = shownAmount ?? named.total;
  return (
    quote.planId === named.planId &&
    quote.total === named.total &&
    quote.total === shown &&
    isSameTrial(quote.trial, named.trial)
  );
}

async function payOnce(ctx: PaymentsContext, request: PayRequest): Promise<PayResult> {
  const level = await riskLevelOf(ctx, request);
  const opened = await inTransaction(ctx.db, (trx) => openPayment(ctx, trx, request, level));
  if (!opened.ok) return err(await withCurrentQuote(ctx, request, opened.error));
  switch (opened.value.kind) {
    case 'written':
      return callFirstGateway(ctx, request, opened.value.written);
    case 'answered':
      return ok(announce(ctx, opened.value.answer));
    case 'starts-trial':
      return startTrial(ctx, request, opened.value);
  }
}

type Opened =
  | { readonly kind: 'written'; readonly written: WrittenTenders }
  | Exclude<PaymentHalt, { kind: 'refused' }>;

/** T1 itself: a refusal undoes it, every other end is committed. */
async function openPayment(
  ctx: PaymentsContext,
  trx: Db,
  request: PayRequest,
  level: RiskLevel,
  instrument: TrialInstrument | null = null,
): Promise<Result<Opened, PayFailure>> {
  const staged = await runStages(ctx, trx, request, { level, instrument });
  if (staged.ok) return ok({ kind: 'written', written: staged.value });
  return staged.error.kind === 'refused' ? err(staged.error.failure) : ok(staged.error);
}

/** The six stages, in their order. Each one answers the state for the next, or why the payment ends here. */
async function runStages(
  ctx: PaymentsContext,
  trx: Db,
  request: PayRequest,
  by: { readonly level: RiskLevel; readonly instrument: TrialInstrument | null },
): Promise<Result<WrittenTenders, PaymentHalt>> {
  const locked = await lockPurchase(ctx, trx, request);
  if (!locked.ok) return locked;
  const unanswered = await replayKey(ctx, trx, locked.value);
  if (!unanswered.ok) return unanswered;
  const priced = await priceOrder(ctx, trx, unanswered.value);
  if (!priced.ok) return priced;
  const admitted = await admitTenders(ctx, trx, priced.value, by);
  if (!admitted.ok) return admitted;
  const reserved = await reserveOrder(ctx, trx, admitted.value, by.instrument);
  if (!reserved.ok) return reserved;
  return writeAttempts(ctx, trx, reserved.value);
}

async function callFirstGateway(
  ctx: PaymentsContext,
  request: PayRequest,
  written: WrittenTenders,
): Promise<PayResult> {
  ctx.crashPoint('pay-after-t1');
  const from = { ...written, browser: request.browser };
  if (!written.isSplit) return ok(await chargeAndAnswer(ctx, from, request));
  const applied = await callGateway(ctx, from);
  if (applied.mustAdvanceSplit) await advanceSplitOrder(ctx, written.order.id);
  return ok(await storeSplitAnswer(ctx, written.order.id, request));
}

/**
 * Calls the gateway for a written attempt, and stores the response to the buyer under the key of their call, in
 * the transaction that applies it. Gives the answer that is kept: the first one, if somebody was quicker.
 */
export async function chargeAndAnswer(
  ctx: PaymentsContext,
  from: Parameters<typeof callGateway>[1],
  { sessionId, idempotencyKey }: { readonly sessionId: string; readonly idempotencyKey: string },
): Promise<PayAnswer> {
  let kept: PayAnswer | null = null;
  const applied = await callGateway(ctx, from, async (trx, { orderId, attemptId, state, declineCode }) => {
    kept = await storeAnswer(trx, sessionId, idempotencyKey, { orderId, attemptId, state, declineCode });
  });
  if (applied.mustAdvanceSplit) await advanceSplitOrder(ctx, applied.orderId);
  const { orderId, attemptId, state, declineCode } = applied;
  return kept ?? { orderId, attemptId, state, declineCode };
}

/** A trial begins once the bank has said that the payment instrument is good. */
async function startTrial(ctx: PaymentsContext, request: PayRequest, asked: TrialRequest): Promise<PayResult> {
  const instrument = await trialInstrumentOf(ctx, request, asked);
  if (!instrument.ok) return instrument;
  const level = await riskLevelOf(ctx, request);
  const opened = await inTransaction(ctx.db, (trx) => openPayment(ctx, trx, request, level, instrument.value));
  if (!opened.ok) {
    if (opened.error.code === 'trial-used') await recordUsedTrial(ctx, asked.session);
    return err(await withCurrentQuote(ctx, request, opened.error));
  }
  if (opened.value.kind !== 'answered') throw new Error('A trial is answered inside its transaction');
  return ok(announce(ctx, opened.value.answer));
}

function announce(ctx: PaymentsContext, answer: PayAnswer): PayAnswer {
  ctx.signals.orderChanged(answer.orderId);
  return answer;
}

/** The risk level of whoever pays now; read before T1, which holds a connection. */
function riskLevelOf(
  ctx: PaymentsContext,
  { tenders, browser, sessionId }: PayRequest,
): Promise<RiskLevel> | RiskLevel {
  const isCounted = tenders.some(({ method }) => ctx.rails.byMethod(method)?.countsCardAttempts);
  return isCounted ? riskLevelFor(ctx, attemptOriginOf(ctx, { ip: browser.ip, email: '', sessionId })) : 0;
}

/** Adds the new quote to a failure of the price: stored, and ready to be paid. */
export async function withCurrentQuote(
  ctx: PaymentsContext,
  request: Pick<PayRequest, 'sessionId'>,
  failure: PayFailure,
): Promise<PayFailure> {
  if (failure.code !== 'quote-changed') return failure;
  const session = await sessionById(ctx.db, request.sessionId);
  return session ? { code: 'quote-changed', quote: await requote(ctx, session, failure.quote) } : failure;
}
