import { z } from 'zod';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { sha256 } from '#src/kernel/ids/ids.server.ts';
import type { Db, OnWritten } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { leadById } from '../../checkout/leads/index.server.ts';
import { type Order, orderLines } from '../../orders/index.server.ts';
import type { Quote } from '../../checkout/quotes/index.ts';
import { isPriceExpired, quoteById } from '../../checkout/quotes/index.server.ts';
import { lockSession, sessionById, hasInvoice } from '../../checkout/sessions/index.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import {
  type AttemptRow,
  attemptById,
  attemptsOfOrder,
  transitionAttempt,
} from '../attempts/attempt.repository.server.ts';
import { tenderById } from '../attempts/tender.repository.server.ts';
import { lockAttempt } from '../facts/apply-gateway-fact.server.ts';
import { isOpen } from '../ports/attempt-states.ts';
import { pollKnownAttempt } from './poll-attempt.server.ts';
import { checkPrompts } from '../instruments/check-tenders.server.ts';
import { reservedParts } from '../attempts/split-part.repository.server.ts';
import { heldUntil } from '../attempts/split-parts.server.ts';
import { openAttempt } from './open-attempt.server.ts';
import { chargeAndAnswer, withCurrentQuote } from './pay.server.ts';
import type { PayAnswer, PayFailure, PayRequest, PayResult } from '../ports/pay.types.ts';
import type { PreparedTender } from '../instruments/prepare-tender.server.ts';
import { answerOfAttempt, replayByKey } from './replay.server.ts';

export interface RenewRequest {
  readonly sessionId: string;
  readonly attemptId: string;
  readonly idempotencyKey: string;
  readonly browser: PayRequest['browser'];
  readonly onWritten?: OnWritten;
}

interface Renewed {
  readonly attempt: AttemptRow;
  readonly tender: PreparedTender;
  readonly order: Order;
}
type Renewal = Result<Renewed | { readonly answer: PayAnswer }, PayFailure>;

/**
 * Replaces an expired code in place: same order, same tender, same price, a new attempt with a new code.
 * The gateway is asked about the old one first, so that money already on its way is found instead of asked for twice;
 * while it does not answer and the old code is still open, there is no new one.
 */
export async function renewAttempt(ctx: PaymentsContext, request: RenewRequest): Promise<PayResult> {
  const session = await sessionById(ctx.db, request.sessionId);
  const old = await attemptById(ctx.db, request.attemptId);
  if (!session || !old || old.order_id !== session.orderId) return err({ code: 'quote-not-found' });
  const checked = await pollKnownAttempt(ctx, old, 'check');
  if (!checked && isOpen(old.state)) return err({ code: 'gateway-unreachable', orderId: old.order_id });

  const renewal = await inTransaction(ctx.db, (trx) => openRenewal(ctx, trx, request));
  if (!renewal.ok) return err(await withCurrentQuote(ctx, request, renewal.error));
  if ('answer' in renewal.value) return ok(renewal.value.answer);
  const { attempt, tender, order } = renewal.value;
  const lines = await orderLines(ctx.db, order.id);
  const description = lines.map((line) => line.title).join(' + ');
  return ok(await chargeAndAnswer(ctx, { order, attempt, tender, browser: request.browser, description }, request));
}

async function openRenewal(ctx: PaymentsContext, trx: Db, request: RenewRequest): Promise<Renewal> {
  const session = await lockSession(trx, request.sessionId);
  const { order, attempt: old } = await lockAttempt(trx, request.attemptId);
  // While the gateway was asked, the buyer may have begun to pay for something else.
  if (session?.orderId !== order.id) return err({ code: 'quote-not-found' });
  const fingerprints = [sha256(`renew:${old.id}`)];
  const replay = await replayByKey(ctx, trx, session.id, request.idempotencyKey, fingerprints);
  if (replay?.ok) return ok({ answer: replay.value });
  // A renewal that is still running is answered below: by its new code.
  if (replay && replay.error.code !== 'attempt-open') return replay;

  if (order.state !== 'open' && order.state !== 'partly-paid') return err({ code: 'order-paid', orderId: order.id });
  const attempts = await attemptsOfOrder(trx, order.id);
  // Other parts of the price stand beside it: only its own tender's are its successors.
  const newer = attempts.find(
    (attempt) =>
      attempt.id !== old.id &&
      isOpen(attempt.state) &&
      !attempt.superseded &&
      (old.part === null || attempt.tender_id === old.tender_id),
  );
  if (newer) return ok({ answer: answerOfAttempt(newer) });
  const now = ctx.clock.now();
  // Given up for another way to pay, with this code or with the one that had taken its place.
  if (attempts.some(({ tender_id: id, superseded }) => superseded && id === old.tender_id))
    return err({ code: 'method-not-offered' });
  const waits = old.state === 'awaiting-buyer';
  // Open and not waiting: its money may be under way. Open and waiting: its buyer still has time.
  if (isOpen(old.state) && (!waits || old.expires_at > now)) return ok({ answer: answerOfAttempt(old) });
  if (!waits && old.state !== 'expired') return err({ code: 'method-not-offered' });
  const stale = await expiredQuoteOf(ctx, trx, order);
  if (stale) return err({ code: 'quote-changed', quote: stale });
  const tender = await renewedTender(ctx, trx, old, session.market, order.leadId);
  if (!tender) return err({ code: 'method-not-offered' });
  const parts = await reservedParts(trx, order);
  if (tender.principal > order.total - order.received - parts.reserved) return err({ code: 'tenders-do-not-sum' });
  const kept = heldUntil(ctx, parts.rows);
  if (kept && tender.deadlineAt > kept) return err({ code: 'hold-too-short' });
  const asked = { session, lead: tender.details.payer, ip: request.browser.ip, orderId: order.id };
  const refusal = await checkPrompts(ctx, trx, [tender], asked);
  if (refusal) return err(refusal);
  if (waits) await expire(ctx, trx, old, now);
  const number = attempts.length + 1;
  const call = { sessionId: session.id, key: request.idempotencyKey, fingerprints };
  const part = old.part === null ? {} : { part: 0 };
  const attempt = await openAttempt(trx, order, tender, { tenderId: old.tender_id, number, call, now, ...part });
  await request.onWritten?.(trx);
  return ok({ attempt, tender, order });
}

/** The quote of an order whose price holds no more; null where it does. That of an invoice has no end. */
async function expiredQuoteOf(ctx: PaymentsContext, trx: Db, order: Order): Promise<Quote | null> {
  const { reserved } = await reservedParts(trx, order);
  if (!isPriceExpired(ctx, order, { reserved }) || (await hasInvoice(trx, order.sessionId))) return null;
  return quoteById(trx, order.sessionId, order.quoteId);
}

/** Past its time and unpaid a moment ago: it gives way, and late money is still matched to it. */
async function expire(ctx: PaymentsContext, trx: Db, old: AttemptRow, now: Date): Promise<void> {
  const change = { state: 'expired' as const, next_check_at: null, updated_at: now, void_state: 'requested' as const };
  await transitionAttempt(trx, old, change, { source: 'renewal', at: now });
  await ctx.jobs.send(trx, 'void-attempt', { attemptId: old.id });
}

/** The same tender once more: payer and kept details as before, the rail's own new time. */
async function renewedTender(
  ctx: PaymentsContext,
  trx: Db,
  old: AttemptRow,
  market: Parameters<ReturnType<PaymentsContext['rails']['server']>['expiresAt']>[1],
  leadId: string,
): Promise<PreparedTender | null> {
  const rail = ctx.rails.byId(old.rail);
  const gateway = ctx.gateways.byId(old.gateway);
  const lead = await leadById(trx, leadId);
  if (!rail?.renewable || !gateway || !lead) return null;
  const { installments, principal, interest } = await tenderById(trx, old.tender_id);
  const server = ctx.rails.server(rail.id);
  const expiresAt = server.expiresAt(ctx.clock.now(), market);
  return {
    rail,
    gateway,
    method: old.method,
    planId: '',
    installments,
    principal,
    interest,
    details: { payer: payerOf(old, lead), details: server.detailsForRenewal?.(old.kept) ?? {}, kept: old.kept },
    expiresAt,
    deadlineAt: new Date(expiresAt.getTime() + server.graceSeconds * 1000),
    singleUseHash: null,
  };
}

/** What an attempt keeps of its payer that is not the lead's, or not always: another's phone may pay. */
const storedPayer = z.object({
  phone: z.string().exactOptional(),
  document: z.object({ type: z.string(), number: z.string() }).exactOptional(),
});

function payerOf(
  old: AttemptRow,
  { name, email, phone }: { name: string; email: string; phone: string },
): PreparedTender['details']['payer'] {
  return { name, email, phone, ...storedPayer.parse(old.payer) };
}
