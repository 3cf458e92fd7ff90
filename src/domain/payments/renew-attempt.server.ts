import { z } from 'zod';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { sha256 } from '#src/kernel/ids/ids.server.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { isBilled } from '../invoices/index.server.ts';
import { leadById } from '../leads/index.server.ts';
import type { Order } from '../orders/index.ts';
import type { Quote } from '../quotes/index.ts';
import { isPriceOver, quoteById } from '../quotes/index.server.ts';
import { lockSession, sessionById } from '../sessions/index.server.ts';
import { inTransaction } from '../transaction.server.ts';
import { answerOfGateway } from './answer-of-gateway.server.ts';
import { type AttemptRow, attemptById, attemptsOfOrder, stateOf, updateAttempt } from './attempt.repository.server.ts';
import { lockAttempt } from './apply-gateway-fact.server.ts';
import { isOpen } from './attempt-states.ts';
import { checkKnownAttempt } from './check-attempt.server.ts';
import { guardPrompts } from './guard-tenders.server.ts';
import { standingParts } from './leg-rows.server.ts';
import { heldUntil } from './legs.server.ts';
import { openAttempt } from './open-attempt.server.ts';
import { withNewPrice } from './pay.server.ts';
import type { PayAnswer, PayFailure, PayRequest, PayResult } from './pay.types.ts';
import type { PreparedTender } from './prepare-tender.server.ts';
import { answerOf, replayOf } from './replay.server.ts';

export interface RenewRequest {
  readonly sessionId: string;
  readonly attemptId: string;
  readonly idempotencyKey: string;
  readonly browser: PayRequest['browser'];
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
export async function renewAttempt(ctx: DomainContext, request: RenewRequest): Promise<PayResult> {
  const session = await sessionById(ctx.db, request.sessionId);
  const old = await attemptById(ctx.db, request.attemptId);
  if (!session || !old || old.order_id !== session.orderId) return err({ code: 'quote-not-found' });
  const checked = await checkKnownAttempt(ctx, old, 'check');
  if (!checked && isOpen(stateOf(old))) return err({ code: 'gateway-unreachable', orderId: old.order_id });

  const renewal = await inTransaction(ctx.db, (trx) => open(ctx, trx, request));
  if (!renewal.ok) return err(await withNewPrice(ctx, request, renewal.error));
  if ('answer' in renewal.value) return ok(renewal.value.answer);
  const { attempt, tender, order } = renewal.value;
  const titles = ctx.db.selectFrom('order_lines').select('title').where('order_id', '=', order.id);
  const lines = await titles.orderBy('position').execute();
  const description = lines.map((line) => line.title).join(' + ');
  return ok(await answerOfGateway(ctx, { order, attempt, tender, browser: request.browser, description }, request));
}

async function open(ctx: DomainContext, trx: Db, request: RenewRequest): Promise<Renewal> {
  const session = await lockSession(trx, request.sessionId);
  const { order, attempt: old } = await lockAttempt(trx, request.attemptId);
  // While the gateway was asked, the buyer may have begun to pay for something else.
  if (session?.orderId !== order.id) return err({ code: 'quote-not-found' });
  const fingerprints = [sha256(`renew:${old.id}`)];
  const replay = await replayOf(ctx, trx, session.id, request.idempotencyKey, fingerprints);
  if (replay?.ok) return ok({ answer: replay.value });
  // A renewal that is still running is answered below: by its new code.
  if (replay && replay.error.code !== 'attempt-open') return replay;

  if (order.state !== 'open' && order.state !== 'partly-paid') return err({ code: 'order-paid', orderId: order.id });
  const attempts = await attemptsOfOrder(trx, order.id);
  // Other parts of the price stand beside it: only its own tender's are its successors.
  const newer = attempts.find(
    (attempt) =>
      attempt.id !== old.id &&
      isOpen(stateOf(attempt)) &&
      !attempt.superseded &&
      (old.leg === null || attempt.tender_id === old.tender_id),
  );
  if (newer) return ok({ answer: answerOf(newer) });
  const now = ctx.clock.now();
  // Given up for another way to pay, with this code or with the one that had taken its place.
  if (attempts.some(({ tender_id: id, superseded }) => superseded && id === old.tender_id))
    return err({ code: 'method-not-offered' });
  const waits = stateOf(old) === 'awaiting-buyer';
  // Open and not waiting: its money may be under way. Open and waiting: its buyer still has time.
  if (isOpen(stateOf(old)) && (!waits || old.expires_at > now)) return ok({ answer: answerOf(old) });
  if (!waits && stateOf(old) !== 'expired') return err({ code: 'method-not-offered' });
  const stale = await priceOver(ctx, trx, order);
  if (stale) return err({ code: 'quote-changed', quote: stale });
  const tender = await tenderAgain(ctx, trx, old, session.market, order.leadId);
  if (!tender) return err({ code: 'method-not-offered' });
  const parts = old.leg === null ? null : await standingParts(trx, order);
  if (tender.principal > order.total - order.received - (parts?.reserved ?? 0n))
    return err({ code: 'tenders-do-not-sum' });
  const kept = parts && heldUntil(ctx, parts.rows);
  if (kept && tender.deadlineAt > kept) return err({ code: 'hold-too-short' });
  const asked = { session, lead: tender.details.payer, ip: request.browser.ip, orderId: order.id };
  const refusal = await guardPrompts(ctx, trx, [tender], asked);
  if (refusal) return err(refusal);
  if (waits) await expire(ctx, trx, old, now);
  const number = attempts.length + 1;
  const call = { sessionId: session.id, key: request.idempotencyKey, fingerprints };
  const leg = old.leg === null ? {} : { leg: 0 };
  const attempt = await openAttempt(trx, order, tender, { tenderId: old.tender_id, number, call, now, ...leg });
  return ok({ attempt, tender, order });
}

/** The quote of an order whose price holds no more; null where it does. That of a bill has no end. */
async function priceOver(ctx: DomainContext, trx: Db, order: Order): Promise<Quote | null> {
  const { reserved } = await standingParts(trx, order);
  if (!isPriceOver(ctx, order, { reserved }) || (await isBilled(trx, order.sessionId))) return null;
  return quoteById(trx, order.sessionId, order.quoteId);
}

/** Past its time and unpaid a moment ago: it gives way, and late money is still matched to it. */
async function expire(ctx: DomainContext, trx: Db, old: AttemptRow, now: Date): Promise<void> {
  const change = { state: 'expired', next_check_at: null, updated_at: now, release_state: 'wanted' };
  await updateAttempt(trx, old.id, change);
  await ctx.jobs.send(trx, 'release-attempt', { attemptId: old.id });
}

/** The same tender once more: payer and kept details as before, the rail's own new time. */
async function tenderAgain(
  ctx: DomainContext,
  trx: Db,
  old: AttemptRow,
  market: Parameters<ReturnType<DomainContext['rails']['server']>['expiresAt']>[1],
  leadId: string,
): Promise<PreparedTender | null> {
  const rail = ctx.rails.byId(old.rail);
  const gateway = ctx.gateways.byId(old.gateway);
  const lead = await leadById(trx, leadId);
  if (!rail?.renewable || !gateway || !lead) return null;
  const row = await trx.selectFrom('tenders').selectAll().where('id', '=', old.tender_id).executeTakeFirstOrThrow();
  const server = ctx.rails.server(rail.id);
  const expiresAt = server.expiresAt(ctx.clock.now(), market);
  return {
    rail,
    gateway,
    method: old.method,
    planId: '',
    installments: row.installments,
    principal: row.principal,
    interest: row.interest,
    details: { payer: payerOf(old, lead), details: server.detailsAgain?.(old.kept) ?? {}, kept: old.kept },
    expiresAt,
    deadlineAt: new Date(expiresAt.getTime() + server.graceSeconds * 1000),
    oneUseHash: null,
  };
}

/** What an attempt keeps of its payer that is not the lead's, or not always: another's phone may pay. */
const keptPayer = z.object({
  phone: z.string().exactOptional(),
  document: z.object({ type: z.string(), number: z.string() }).exactOptional(),
});

function payerOf(
  old: AttemptRow,
  { name, email, phone }: { name: string; email: string; phone: string },
): PreparedTender['details']['payer'] {
  return { name, email, phone, ...keptPayer.parse(old.payer) };
}
