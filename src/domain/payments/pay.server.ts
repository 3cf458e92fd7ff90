import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { originOf, type Stage, stageFor } from '../defences/index.server.ts';
import { billOfSession, isBilled } from '../invoices/index.server.ts';
import { isErased, type Lead, leadById } from '../leads/index.server.ts';
import { carryTerm, closeOrder, createOrder, lockOrder, type Order } from '../orders/index.server.ts';
import { placesOfSession } from '../places/index.server.ts';
import { isPriceOver, quoteAgain, quoteById, quoteForPayment } from '../quotes/index.server.ts';
import { missingStep } from '../required-steps/index.server.ts';
import { lockSession, sessionById } from '../sessions/index.server.ts';
import { takeTickets } from '../tickets/index.server.ts';
import { inTransaction } from '../transaction.server.ts';
import {
  acceptBeside,
  acceptTrial,
  meansOfTrial,
  noteUsedTrial,
  type TrialAsked,
  type TrialMeans,
} from './accept-trial.server.ts';
import { aheadOfOrder } from './agreement-ahead.server.ts';
import { answerOfGateway } from './answer-of-gateway.server.ts';
import { callGateway } from './call-gateway.server.ts';
import { endRescueIfOver } from './end-rescue.server.ts';
import { goOn } from './go-on.server.ts';
import { guardTenders } from './guard-tenders.server.ts';
import { giveBackHoldings, takeHoldings } from './holdings.server.ts';
import { fingerprintsOf } from './idempotency.repository.server.ts';
import { standingParts } from './leg-rows.server.ts';
import { busyPart, heldUntil, unreachedGateways } from './legs.server.ts';
import { clearBeside, pauseAfterRefusals } from './open-attempt.server.ts';
import type { PayAnswer, PayFailure, PayRequest, PayResult } from './pay.types.ts';
import type { PreparedTender } from './prepare-tender.server.ts';
import { readTenders } from './read-tenders.server.ts';
import { keepSplitAnswer, replayOf } from './replay.server.ts';
import { keepersOf, markElsewhere } from './resolve-profile.server.ts';
import { takeFree } from './take-free.server.ts';
import { type Written, writeTenders } from './write-tenders.server.ts';

type Opening = Result<
  | { kind: 'written'; written: Written }
  | { kind: 'answered'; answer: PayAnswer }
  | ({ kind: 'starts-free' } & TrialAsked),
  PayFailure
>;

/**
 * One try to pay. T1 writes key, order, tenders and attempts; gateways are called with nothing locked; T2 applies what
 * they said and keeps the answer to the key. Whatever dies in between is found again by the jobs. A repeated key gets the
 * first answer, word for word. What costs nothing is done in T1, whatever tenders were named.
 * Of several tenders each is begun when the one before it stands; the money is taken once the whole price is there.
 * Where free time comes first nothing is charged: the means is checked outside T1, which then runs once more.
 */
export async function pay(ctx: DomainContext, request: PayRequest): Promise<PayResult> {
  const stage = await stageOf(ctx, request);
  const opened = await inTransaction(ctx.db, (trx) => open(ctx, trx, request, stage));
  if (!opened.ok) return err(await withNewPrice(ctx, request, opened.error));
  if (opened.value.kind === 'starts-free') return startFree(ctx, request, opened.value);
  if (opened.value.kind === 'answered') {
    ctx.signals.orderChanged(opened.value.answer.orderId);
    return ok(opened.value.answer);
  }
  ctx.crashPoint('pay-after-t1');
  const { written } = opened.value;
  const from = { ...written, browser: request.browser };
  if (!written.isSplit) return ok(await answerOfGateway(ctx, from, request));
  const applied = await callGateway(ctx, from);
  if (applied.goesOn) await goOn(ctx, written.order.id);
  return ok(await keepSplitAnswer(ctx, written.order.id, request));
}

/** Free time begins once the bank has said that the means is good. */
async function startFree(ctx: DomainContext, request: PayRequest, asked: TrialAsked): Promise<PayResult> {
  const means = await meansOfTrial(ctx, request, asked);
  if (!means.ok) return means;
  const stage = await stageOf(ctx, request);
  const opened = await inTransaction(ctx.db, (trx) => open(ctx, trx, request, stage, means.value));
  if (!opened.ok) {
    if (opened.error.code === 'trial-used') await noteUsedTrial(ctx, asked.session);
    return err(await withNewPrice(ctx, request, opened.error));
  }
  if (opened.value.kind !== 'answered') throw new Error('Free time is answered at once');
  ctx.signals.orderChanged(opened.value.answer.orderId);
  return ok(opened.value.answer);
}

/** What is asked of everybody who tries now; looked up before T1, which holds a connection. */
function stageOf(ctx: DomainContext, { tenders, browser, sessionId }: PayRequest): Promise<Stage> | Stage {
  const isCounted = tenders.some(({ method }) => ctx.rails.byMethod(method)?.triesAreCounted);
  return isCounted ? stageFor(ctx, originOf(ctx, { ip: browser.ip, email: '', sessionId })) : 0;
}

/** A price that changed is answered with the new one, stored and ready to be paid. */
export async function withNewPrice(
  ctx: DomainContext,
  request: Pick<PayRequest, 'sessionId'>,
  failure: PayFailure,
): Promise<PayFailure> {
  if (failure.code !== 'quote-changed') return failure;
  const session = await sessionById(ctx.db, request.sessionId);
  return session ? { code: 'quote-changed', quote: await quoteAgain(ctx, session, failure.quote) } : failure;
}

async function open(
  ctx: DomainContext,
  trx: Db,
  request: PayRequest,
  stage: Stage,
  means: TrialMeans | null = null,
): Promise<Opening> {
  const session = await lockSession(trx, request.sessionId);
  if (!session) return err({ code: 'lead-missing' });
  const fingerprints = fingerprintsOf(ctx.config, request);
  // Asked together, under the session's lock: one journey.
  const [replay, lead, named] = await Promise.all([
    replayOf(ctx, trx, session.id, request.idempotencyKey, fingerprints),
    session.leadId ? leadById(trx, session.leadId) : null,
    quoteById(trx, session.id, request.quoteId),
  ]);
  if (replay) return replay.ok ? ok({ kind: 'answered', answer: replay.value }) : replay;

  const newest = session.orderId ? await lockOrder(trx, session.orderId) : null;
  if (newest && (newest.state === 'paid' || newest.state === 'refunded'))
    return err({ code: 'order-paid', orderId: newest.id });
  // What was given up is not taken up again: its price and its voucher are free. So is what was kept for too long.
  const isOver = newest !== null && (newest.state === 'closed' || (await endRescueIfOver(ctx, trx, newest)));
  const held = isOver ? null : newest;
  const bill = isOver ? await billOfSession(trx, session.id) : 'none';
  // Called off after its page was shown: what is paid for it now would be paid for nothing.
  if (bill === 'called-off') return err({ code: 'quote-not-found' });
  // A bill is for the same thing at the same price, whatever became of the order by which it was tried first.
  const billed = newest && bill === 'stands' ? { ...newest, received: 0n } : held;
  // What is paid for nobody could be given to nobody.
  if (!lead || isErased(lead)) return err({ code: 'lead-missing' });
  if (!isNamed(lead, request.contact)) return err({ code: 'lead-differs' });
  const keepers = await keepersOf(trx, request);
  if (!keepers.ok) return keepers;
  const parts = await standingParts(trx, held);
  const { reserved } = parts;
  const busy = held && busyPart(ctx, held, parts.rows);
  if (held && busy) return err({ code: 'attempt-open', orderId: held.id, attemptId: busy });
  // A purchase that money has come for goes on, whatever its buyer changed since.
  const missing = held && held.received + reserved > 0n ? null : await missingStep(ctx, trx, session, lead);
  if (missing) return err({ code: 'step-missing', step: missing.id, template: missing.template });
  // What a buyer is shown of several tenders is known once they are read.
  const [only, second] = request.tenders;
  const shown = second || request.shownAmount === undefined ? {} : { shownAmount: request.shownAmount };
  const chosen = only ? { installments: only.installments } : {};
  // Its time has passed without money: only today's price is taken. That of a bill has no end.
  const isStale = held !== null && isPriceOver(ctx, held, { reserved }) && !(await isBilled(trx, session.id));
  const quote = quoteForPayment(ctx, named, isStale ? null : billed, { ...shown, ...chosen, reserved });
  if (!quote.ok) return quote;

  const call = { sessionId: session.id, key: request.idempotencyKey, fingerprints };
  if (quote.value.trial && !request.trial) return err({ code: 'trial-not-accepted', quote: quote.value });
  if (quote.value.total === 0n) {
    if (quote.value.trial && !means)
      return ok({ kind: 'starts-free', session, lead, quote: quote.value, trial: quote.value.trial });
    const cleared = await clearBeside(ctx, trx, parts.rows);
    if (!cleared.ok) return cleared;
    const from = { session, lead, quote: quote.value, held, billed, planId: quote.value.planId };
    const free = await orderFor(ctx, trx, from);
    if (!free.ok) return free;
    if (quote.value.trial && means) {
      const begun = await acceptTrial(ctx, trx, { order: free.value, lead, terms: quote.value.trial, means });
      if (!begun.ok) return begun;
    }
    return ok({ kind: 'answered', answer: await takeFree(ctx, trx, free.value, call) });
  }
  const due = held && held.quoteId === quote.value.id ? held.total - held.received - reserved : quote.value.total;
  const from = { session, quote: quote.value, lead, due, heldUntil: heldUntil(ctx, parts.rows), request };
  const ahead = await aheadOfOrder(ctx, trx, { session, quote: quote.value, order: billed });
  const tenders = readTenders(ctx, { ...from, ahead, keepers: keepers.value, avoided: unreachedGateways(parts.rows) });
  if (!tenders.ok) return tenders;
  const total = quote.value.total;
  if (!agrees(request, [total, total - (held?.received ?? 0n), due, priceOf(tenders.value)])) {
    return err({ code: 'quote-changed', quote: quote.value });
  }

  const rails = tenders.value.map(({ rail }) => rail.id);
  const retryAfterSeconds = newest ? await pauseAfterRefusals(ctx, trx, session.id, rails) : null;
  if (retryAfterSeconds !== null) return err({ code: 'too-many-tries', retryAfterSeconds });
  const guarded = { session, lead, request, stage, tenders: tenders.value, orderId: held?.id ?? null };
  const refusal = await guardTenders(ctx, trx, guarded);
  if (refusal) return err(refusal);
  const cleared = await clearBeside(ctx, trx, parts.rows);
  if (!cleared.ok) return cleared;
  const planId = tenders.value[0]?.planId ?? quote.value.planId;
  const order = await orderFor(ctx, trx, { session, lead, quote: quote.value, held, billed, planId });
  if (!order.ok) return order;
  if (quote.value.trial) {
    const begun = await acceptBeside(ctx, trx, { order: order.value, lead, terms: quote.value.trial, request });
    if (!begun.ok) return begun;
  }
  const tried = order.value.id === held?.id ? parts.rows.length : 0;
  const isSplit = tenders.value.length > 1 || reserved > 0n || (order.value.rescueUntil ?? null) !== null;
  const marked = await markElsewhere(trx, request, tenders.value);
  const write = { request, call, order: order.value, tenders: marked, quote: quote.value, tried, isSplit };
  const written = await writeTenders(ctx, trx, write);
  return written.ok ? ok({ kind: 'written', written: written.value }) : written;
}

/** Whether a purchase is of the person whom a call names, if it names one. */
function isNamed(lead: Lead, contact: PayRequest['contact']): boolean {
  return !contact || (['name', 'email', 'phone'] as const).every((field) => lead[field] === contact[field]);
}

/** What all tenders of a call take together, with the interest of their installments. */
function priceOf(tenders: readonly PreparedTender[]): bigint {
  return tenders.reduce((sum, { principal, interest }) => sum + principal + interest, 0n);
}

/** Whether what the buyer was shown for several tenders is one of the amounts that hold. One tender was looked at before. */
function agrees({ tenders, shownAmount }: PayRequest, amounts: readonly bigint[]): boolean {
  return tenders.length === 1 || shownAmount === undefined || amounts.includes(shownAmount);
}

/** The order to pay: the one at hand if its price still is this quote's, otherwise a new one in its place. */
async function orderFor(
  ctx: DomainContext,
  trx: Db,
  from: Parameters<typeof createOrder>[1] & { held: Order | null; billed: Order | null },
): Promise<Result<Order, PayFailure>> {
  const now = ctx.clock.now();
  if (from.held?.quoteId === from.quote.id) {
    // One that was written before anybody came to pay gets its seats now; any other has them.
    const isSeated = await takeTickets(ctx, trx, from.held, from.quote.lines, now);
    return isSeated ? ok(from.held) : err({ code: 'tickets-sold-out' });
  }
  if (from.held) {
    await closeOrder(trx, from.held.id);
    await giveBackHoldings(trx, from.held.id, now);
  }
  const [order, places] = await Promise.all([createOrder(trx, from, now), placesOfSession(trx, from.session.id)]);
  const taken = await takeHoldings(ctx, trx, order, from.quote, places);
  if (!taken.ok) return taken;
  return ok(from.billed ? await carryTerm(trx, from.billed, order) : order);
}
