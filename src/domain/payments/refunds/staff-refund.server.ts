import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db, OnWritten } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { lockOrder } from '../../orders/index.server.ts';
import type { Order } from '../../orders/index.ts';
import { accountOfActor, checkSecondPerson, type SecondPersonFailure } from '../../staff/index.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import { refundedWithoutApproval } from '../booking/refund.repository.server.ts';
import { plannedRefundAmount } from '../booking/write-refund.server.ts';
import { singleApprovalLimits, refundApprovalHours } from './refund-limits.data.ts';
import { type AcceptedRefund, type RefundFailure, findRefund, createRefund } from './refund-order.server.ts';
import {
  insertPendingRefund,
  type PendingRefund,
  pendingRefundById,
  writeDecision,
} from './pending-refund.repository.server.ts';

/** A refund that was written, or a pending one that waits, was turned down or expired: no money moves for that. */
export type StaffRefundResult =
  | { readonly kind: 'sent'; readonly refund: AcceptedRefund }
  | { readonly kind: 'not-sent'; readonly waiting: PendingRefund };

/**
 * `second-operator-needed`: above the limit of one operator, and there is no other operator to approve it. `refund-changed`:
 * another amount would go back than the one that was shown.
 */
export type StaffRefundFailure = RefundFailure | 'second-operator-needed' | 'refund-changed';

/**
 * `own-refund`: an operator may not approve their own request. `refund-over`: it was decided or has expired.
 * `refund-changed`: another amount would be refunded than the one that was shown. The others: `SecondPersonFailure`.
 */
export type RefundDecisionFailure =
  | Exclude<SecondPersonFailure, 'own-request'>
  | RefundFailure
  | 'refund-not-found'
  | 'own-refund'
  | 'refund-over'
  | 'refund-changed';

export interface StaffRefundRequest {
  readonly orderId: string;
  /** Minor units. */
  readonly amount: bigint;
  /** The caller's idempotency key: the same again gives the present state. */
  readonly refundId: string;
  readonly reason: string;
  /** Who requests it: `staff:<account id>` or `token:<name>`. */
  readonly by: string;
  /** Whether there is another operator who could approve it. */
  readonly hasApprover: boolean;
  /** What the operator was shown that goes back, late fees too, in minor units; that much goes back or nothing. */
  readonly shown?: bigint;
  readonly onWritten?: OnWritten;
}

/** The result of a request; `newPendingRefund`: the pending refund that it created. */
interface StaffRefundOutcome {
  readonly answer: StaffRefundResult;
  readonly newPendingRefund: PendingRefund | null;
}

/**
 * Requests a refund by an operator. Up to `singleApprovalLimits` it is written at once; above, a pending refund waits for another
 * operator: no money moves, and none is reserved for it.
 */
export async function requestStaffRefund(
  ctx: PaymentsContext,
  request: StaffRefundRequest,
  limits = singleApprovalLimits,
): Promise<Result<StaffRefundResult, StaffRefundFailure>> {
  const done = await inTransaction<StaffRefundOutcome, StaffRefundFailure>(ctx.db, (trx) =>
    writeStaffRefund(ctx, trx, request, limits),
  );
  if (!done.ok) return done;
  const { answer, newPendingRefund } = done.value;
  if (answer.kind === 'sent') ctx.signals.orderChanged(request.orderId);
  if (newPendingRefund) logRefund(ctx, 'refund-waits', newPendingRefund);
  return ok(answer);
}

async function writeStaffRefund(
  ctx: PaymentsContext,
  trx: Db,
  request: StaffRefundRequest,
  limits: typeof singleApprovalLimits,
): Promise<Result<StaffRefundOutcome, StaffRefundFailure>> {
  const { orderId, amount, refundId, reason, by } = request;
  const order = await lockOrder(trx, orderId);
  if (!order) return err('order-not-found');
  const known = await findRefund(trx, orderId, refundId, amount);
  if (known) return known.ok ? ok({ answer: { kind: 'sent', refund: known.value }, newPendingRefund: null }) : known;
  const now = ctx.clock.now();
  const waiting = await pendingRefundById(trx, refundId, now);
  if (waiting)
    return waiting.orderId === orderId && waiting.amount === amount
      ? ok({ answer: { kind: 'not-sent', waiting }, newPendingRefund: null })
      : err('key-reused');
  const plannedAmount = await plannedRefundAmount(trx, orderId, amount);
  if (plannedAmount === null) return err('refund-too-large');
  if (request.shown !== undefined && request.shown !== plannedAmount) return err('refund-changed');
  if ((await refundedWithoutApproval(trx, orderId)) + plannedAmount <= limits[order.currency]) {
    const people = { askedBy: by, confirmedBy: null };
    const sent = await createRefund(ctx, trx, order, { id: refundId, amount, reason, by: people });
    if (sent.ok) await request.onWritten?.(trx);
    return sent.ok ? ok({ answer: { kind: 'sent', refund: sent.value }, newPendingRefund: null }) : sent;
  }
  if (!request.hasApprover) return err('second-operator-needed');
  const expiresAt = new Date(now.getTime() + refundApprovalHours * 3_600_000);
  const row = { id: refundId, orderId, amount, currency: order.currency, reason, askedBy: by, askedAt: now, expiresAt };
  const askedByAccount = (await accountOfActor(trx, by))?.id ?? null;
  await insertPendingRefund(trx, { ...row, askedByAccount });
  await request.onWritten?.(trx);
  const newPendingRefund = { ...row, plannedAmount, state: 'waiting' as const, decidedBy: null, decidedAt: null };
  return ok({ answer: { kind: 'not-sent', waiting: newPendingRefund }, newPendingRefund });
}

/**
 * Approves a pending refund, by another operator than the one who requested it: it is written now, once. The same call again gives
 * its present state. `shown`: the amount that the operator was shown, minor units; that amount is refunded or nothing, because late
 * fees may have been added since. Fails when less is left by now.
 */
export async function confirmRefund(
  ctx: PaymentsContext,
  refundId: string,
  by: string,
  shown: bigint,
  onWritten?: OnWritten,
): Promise<Result<AcceptedRefund, RefundDecisionFailure>> {
  const done = await decide<AcceptedRefund>(ctx, refundId, 'refund-confirmed', async (trx, order, waiting) => {
    const { amount, reason, askedBy } = waiting;
    if (askedBy === by) return err('own-refund');
    if (waiting.state === 'waiting') {
      const plannedAmount = await plannedRefundAmount(trx, order.id, amount);
      if (plannedAmount !== null && plannedAmount !== shown) return err('refund-changed');
      const second = await checkSecondPerson(ctx, trx, { asker: askedBy, decider: by, ...refundPermissions(order) });
      if (!second.ok) return err(second.error === 'own-request' ? 'own-refund' : second.error);
      const account = second.value.deciderAccount;
      await writeDecision(trx, refundId, { state: 'confirmed', by, account, at: ctx.clock.now() });
      await onWritten?.(trx);
    } else if (waiting.state !== 'confirmed') return err('refund-over');
    // A refund that was approved before stands under its id already, and is found.
    return createRefund(ctx, trx, order, { id: refundId, amount, reason, by: { askedBy, confirmedBy: by } });
  });
  if (done.ok) ctx.signals.orderChanged(done.value.waiting.orderId);
  return done.ok ? ok(done.value.value) : done;
}

/** Rejects a pending refund, by any operator. Its record stays, and no money ever moves for it. */
export async function rejectRefund(
  ctx: PaymentsContext,
  refundId: string,
  by: string,
  onWritten?: OnWritten,
): Promise<Result<PendingRefund, RefundDecisionFailure>> {
  const done = await decide<PendingRefund>(ctx, refundId, 'refund-turned-down', async (trx, _order, waiting) => {
    if (waiting.state === 'turned-down') return ok(waiting);
    if (waiting.state !== 'waiting') return err('refund-over');
    const account = (await accountOfActor(trx, by))?.id ?? null;
    await writeDecision(trx, refundId, { state: 'turned-down', by, account, at: ctx.clock.now() });
    await onWritten?.(trx);
    return ok({ ...waiting, state: 'turned-down', decidedBy: by });
  });
  return done.ok ? ok(done.value.value) : done;
}

/** What the two people need in the order's brand. Whether it is a sale of their unit or seller, their apps have checked. */
function refundPermissions({ brand }: Order) {
  return { ask: 'refund.request', approve: 'refund.approve', subject: { brand }, isPartOfBrand: true } as const;
}

interface Decided<T> {
  readonly waiting: PendingRefund;
  readonly value: T;
}

/** Reads a pending refund under its order's lock, so that parallel decisions are made one after the other. */
async function decide<T>(
  ctx: PaymentsContext,
  refundId: string,
  event: 'refund-confirmed' | 'refund-turned-down',
  how: (trx: Db, order: Order, waiting: PendingRefund) => Promise<Result<T, RefundDecisionFailure>>,
): Promise<Result<Decided<T>, RefundDecisionFailure>> {
  const decided = await inTransaction<Decided<T>, RefundDecisionFailure>(ctx.db, async (trx) => {
    const named = await pendingRefundById(trx, refundId, ctx.clock.now());
    const order = named && (await lockOrder(trx, named.orderId));
    const waiting = order && (await pendingRefundById(trx, refundId, ctx.clock.now()));
    if (!order || !waiting) return err('refund-not-found');
    const done = await how(trx, order, waiting);
    return done.ok ? ok({ waiting, value: done.value }) : done;
  });
  if (decided.ok && decided.value.waiting.state === 'waiting') logRefund(ctx, event, decided.value.waiting);
  return decided;
}

function logRefund(ctx: PaymentsContext, event: string, { id, orderId, plannedAmount, currency }: PendingRefund): void {
  ctx.log.info(event, { refundId: id, orderId, amount: plannedAmount, currency });
}
