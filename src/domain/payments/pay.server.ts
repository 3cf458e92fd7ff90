import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { leadById } from '../leads/index.server.ts';
import { closeOrder, createOrder, lockOrder, type Order } from '../orders/index.server.ts';
import { placesOfSession } from '../places/index.server.ts';
import { type Quote, quoteTitle } from '../quotes/index.ts';
import { quoteAgain, quoteById, quoteForPayment } from '../quotes/index.server.ts';
import { type CheckoutSession, lockSession, sessionById } from '../sessions/index.server.ts';
import { inTransaction } from '../transaction.server.ts';
import { answerOfGateway } from './answer-of-gateway.server.ts';
import type { AttemptRow } from './attempt.repository.server.ts';
import { giveBackHoldings, takeHoldings } from './holdings.server.ts';
import { fingerprintOf } from './idempotency.repository.server.ts';
import { clearTheWay, insertTender, openAttempt, pauseAfterRefusals } from './open-attempt.server.ts';
import type { PayAnswer, PayFailure, PayRequest, PayResult } from './pay.types.ts';
import { type PreparedTender, prepareTender } from './prepare-tender.server.ts';
import { replayOf } from './replay.server.ts';
import { takeFree } from './take-free.server.ts';

interface Written {
  readonly order: Order;
  readonly attempt: AttemptRow;
  readonly tender: PreparedTender;
  readonly description: string;
}
type Opening = Result<{ kind: 'written'; written: Written } | { kind: 'answered'; answer: PayAnswer }, PayFailure>;

/**
 * One try to pay. T1 writes key, order, tender and attempt; the gateway is called with nothing locked; T2 applies what
 * it said and keeps the answer to the key. Whatever dies in between is found again by the jobs. A repeated key gets the
 * first answer, word for word. What costs nothing is done in T1, whatever tenders were named.
 */
export async function pay(ctx: DomainContext, request: PayRequest): Promise<PayResult> {
  const opened = await inTransaction(ctx.db, (trx) => open(ctx, trx, request));
  if (!opened.ok) return err(await withNewPrice(ctx, request, opened.error));
  if (opened.value.kind === 'answered') {
    ctx.signals.orderChanged(opened.value.answer.orderId);
    return ok(opened.value.answer);
  }
  ctx.crashPoint('pay-after-t1');
  const { written } = opened.value;
  return ok(await answerOfGateway(ctx, { ...written, browser: request.browser }, request));
}

/** A price that changed is answered with the new one, stored and ready to be paid. */
async function withNewPrice(ctx: DomainContext, request: PayRequest, failure: PayFailure): Promise<PayFailure> {
  if (failure.code !== 'quote-changed') return failure;
  const session = await sessionById(ctx.db, request.sessionId);
  return session ? { code: 'quote-changed', quote: await quoteAgain(ctx, session, failure.quote) } : failure;
}

async function open(ctx: DomainContext, trx: Db, request: PayRequest): Promise<Opening> {
  const session = await lockSession(trx, request.sessionId);
  if (!session) return err({ code: 'lead-missing' });
  const fingerprint = fingerprintOf(request);
  // Asked together, under the session's lock: one journey.
  const [replay, lead, named] = await Promise.all([
    replayOf(trx, session.id, request.idempotencyKey, fingerprint),
    session.leadId ? leadById(trx, session.leadId) : null,
    quoteById(trx, session.id, request.quoteId),
  ]);
  if (replay) return replay.ok ? ok({ kind: 'answered', answer: replay.value }) : replay;

  const newest = session.orderId ? await lockOrder(trx, session.orderId) : null;
  if (newest && (newest.state === 'paid' || newest.state === 'refunded'))
    return err({ code: 'order-paid', orderId: newest.id });
  // What was given up is not taken up again: its price and its voucher are free.
  const held = newest?.state === 'closed' ? null : newest;
  if (!lead) return err({ code: 'lead-missing' });
  const quote = quoteForPayment(ctx, named, held, request);
  if (!quote.ok) return quote;

  if (quote.value.total === 0n) {
    const cleared = held ? await clearTheWay(ctx, trx, held) : ok([]);
    if (!cleared.ok) return cleared;
    const from = { session, lead, quote: quote.value, held, planId: quote.value.planId };
    const free = await orderFor(ctx, trx, from);
    if (!free.ok) return free;
    const call = { sessionId: session.id, key: request.idempotencyKey, fingerprint };
    return ok({ kind: 'answered', answer: await takeFree(ctx, trx, free.value, call) });
  }
  const due = held && held.quoteId === quote.value.id ? held.total - held.received : quote.value.total;
  const tenders = readTenders(ctx, { session, quote: quote.value, lead, due, request });
  if (!tenders.ok) return tenders;

  const retryAfterSeconds = newest ? await pauseAfterRefusals(ctx, trx, session.id) : null;
  if (retryAfterSeconds !== null) return err({ code: 'too-many-tries', retryAfterSeconds });
  const previous = held ? await clearTheWay(ctx, trx, held) : ok([]);
  if (!previous.ok) return previous;
  const order = await orderFor(ctx, trx, { session, lead, quote: quote.value, held, planId: tenders.value.planId });
  if (!order.ok) return order;
  const tried = order.value.id === held?.id ? previous.value.length : 0;
  return write(ctx, trx, {
    request,
    fingerprint,
    order: order.value,
    tender: tenders.value,
    quote: quote.value,
    tried,
  });
}

function readTenders(
  ctx: DomainContext,
  from: {
    session: CheckoutSession;
    quote: Quote;
    lead: Parameters<typeof prepareTender>[1]['lead'];
    due: bigint;
    request: PayRequest;
  },
): Result<PreparedTender, PayFailure> {
  const [only, ...more] = from.request.tenders;
  if (!only || more.length > 0) return err({ code: 'tender-mix-not-offered' });
  const principal = only.amount ?? from.due;
  if (principal !== from.due || principal <= 0n) return err({ code: 'tenders-do-not-sum' });
  return prepareTender(ctx, { session: from.session, lead: from.lead, quote: from.quote, request: only, principal });
}

/** The order to pay: the one at hand if its price still is this quote's, otherwise a new one in its place. */
async function orderFor(
  ctx: DomainContext,
  trx: Db,
  from: Parameters<typeof createOrder>[1] & { held: Order | null },
): Promise<Result<Order, PayFailure>> {
  const now = ctx.clock.now();
  if (from.held?.quoteId === from.quote.id) return ok(from.held);
  if (from.held) {
    await closeOrder(trx, from.held.id);
    await giveBackHoldings(trx, from.held.id, now);
  }
  const [order, places] = await Promise.all([createOrder(trx, from, now), placesOfSession(trx, from.session.id)]);
  const taken = await takeHoldings(ctx, trx, order, from.quote, places);
  return taken.ok ? ok(order) : taken;
}

async function write(
  ctx: DomainContext,
  trx: Db,
  from: {
    request: PayRequest;
    fingerprint: string;
    order: Order;
    tender: PreparedTender;
    quote: Quote;
    tried: number;
  },
): Promise<Opening> {
  const { request, fingerprint, order, tender, quote, tried } = from;
  const now = ctx.clock.now();
  if (tender.oneUseHash) {
    const used = await trx
      .selectFrom('attempts')
      .select('id')
      .where('one_use_hash', '=', tender.oneUseHash)
      .executeTakeFirst();
    if (used) return err({ code: 'token-used' });
  }
  const tenderId = await insertTender(trx, order, tender, now);
  const call = { sessionId: request.sessionId, key: request.idempotencyKey, fingerprint };
  const attempt = await openAttempt(trx, order, tender, { tenderId, number: tried + 1, ...call, now });
  if (order.analyticsClientId && tried === 0)
    await ctx.jobs.send(trx, 'tell-sale', { orderId: order.id, event: 'add_payment_info', method: tender.method });
  const description = quoteTitle(quote);
  return ok({ kind: 'written', written: { order, attempt, tender, description } });
}
