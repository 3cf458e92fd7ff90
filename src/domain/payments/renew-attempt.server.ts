import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { sha256 } from '#src/kernel/ids/ids.server.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { leadById } from '../leads/index.server.ts';
import { lockOrder } from '../orders/index.server.ts';
import { lockSession } from '../sessions/index.server.ts';
import { inTransaction } from '../transaction.server.ts';
import { type AttemptRow, attemptById, attemptsOfOrder, stateOf, updateAttempt } from './attempt.repository.server.ts';
import { isOpen } from './attempt-states.ts';
import { callGateway } from './call-gateway.server.ts';
import { checkAttempt } from './check-attempt.server.ts';
import { claimKey, findKey, keepAnswer } from './idempotency.repository.server.ts';
import { openAttempt } from './open-attempt.server.ts';
import { answerOf } from './pay.server.ts';
import type { PayAnswer, PayFailure, PayRequest, PayResult } from './pay.types.ts';
import type { PreparedTender } from './prepare-tender.server.ts';

export interface RenewRequest {
  readonly sessionId: string;
  readonly attemptId: string;
  readonly idempotencyKey: string;
  readonly browser: PayRequest['browser'];
}

type Renewal = Result<
  { attempt: AttemptRow; tender: PreparedTender; orderId: string } | { answer: PayAnswer },
  PayFailure
>;

/**
 * Replaces an expired code in place: same order, same tender, same price, a new attempt with a new code.
 * The gateway is asked about the old one first, so that money already on its way is found instead of asked for twice.
 */
export async function renewAttempt(ctx: DomainContext, request: RenewRequest): Promise<PayResult> {
  await checkAttempt(ctx, request.attemptId, 'check');
  const renewal = await inTransaction(ctx.db, (trx) => open(ctx, trx, request));
  if (!renewal.ok) return renewal;
  if ('answer' in renewal.value) return ok(renewal.value.answer);
  const { attempt, tender, orderId } = renewal.value;
  const order = await ctx.db.transaction().execute((trx) => lockOrder(trx, orderId));
  if (!order) throw new Error(`Order ${orderId} vanished`);
  const lines = await ctx.db.selectFrom('order_lines').select('title').where('order_id', '=', orderId).execute();
  const description = lines.map((line) => line.title).join(' + ');
  await callGateway(ctx, { order, attempt, tender, browser: request.browser, description });
  const answer = answerOf((await attemptById(ctx.db, attempt.id)) ?? attempt);
  await keepAnswer(ctx.db, request.sessionId, request.idempotencyKey, answer);
  return ok(answer);
}

async function open(ctx: DomainContext, trx: Db, request: RenewRequest): Promise<Renewal> {
  const session = await lockSession(trx, request.sessionId);
  const old = await attemptById(trx, request.attemptId);
  if (!session || !old || old.order_id !== session.orderId) return err({ code: 'quote-not-found' });
  const fingerprint = sha256(`renew:${old.id}`);
  const known = await findKey(trx, session.id, request.idempotencyKey);
  if (known && known.fingerprint !== fingerprint) return err({ code: 'key-reused' });
  if (known?.answer) return ok({ answer: known.answer });

  const order = await lockOrder(trx, old.order_id);
  if (!order || order.state === 'paid') return err({ code: 'order-paid', orderId: old.order_id });
  const attempts = await attemptsOfOrder(trx, order.id);
  const newer = attempts.find((attempt) => attempt.id !== old.id && isOpen(stateOf(attempt)) && !attempt.superseded);
  if (newer) return ok({ answer: answerOf(newer) });
  const now = ctx.clock.now();
  if (isOpen(stateOf(old))) {
    if (old.expires_at > now) return ok({ answer: answerOf(old) });
    // Past its time and unpaid a moment ago: it gives way here, and late money is still matched to it.
    await updateAttempt(trx, old.id, {
      state: 'expired',
      next_check_at: null,
      updated_at: now,
      release_state: 'wanted',
    });
    await ctx.jobs.send(trx, 'release-attempt', { attemptId: old.id });
  }
  const tender = await tenderAgain(ctx, trx, old, session.market, order.leadId);
  if (!tender) return err({ code: 'method-not-offered' });
  const attempt = await openAttempt(trx, order, tender, old.tender_id, attempts.length + 1, now);
  await claimKey(trx, {
    sessionId: session.id,
    key: request.idempotencyKey,
    fingerprint,
    orderId: order.id,
    attemptId: attempt.id,
    now,
  });
  return ok({ attempt, tender, orderId: order.id });
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
  const row = await trx.selectFrom('tenders').selectAll().where('id', '=', old.tender_id).executeTakeFirst();
  if (!rail?.renewable || !gateway || !lead || !row) return null;
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
    details: { payer: payerOf(old, lead), details: {}, kept: old.kept },
    expiresAt,
    deadlineAt: new Date(expiresAt.getTime() + server.graceSeconds * 1000),
    oneUseHash: null,
  };
}

function payerOf(
  old: AttemptRow,
  lead: { name: string; email: string; phone: string },
): PreparedTender['details']['payer'] {
  const { document } = old.payer;
  const known =
    document && typeof document === 'object' && 'type' in document && 'number' in document
      ? { type: String(document.type), number: String(document.number) }
      : null;
  return { name: lead.name, email: lead.email, phone: lead.phone, ...(known ? { document: known } : {}) };
}
