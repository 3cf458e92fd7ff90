import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { lockOrder } from '../orders/index.server.ts';
import type { Order } from '../orders/index.ts';
import { inTransaction } from '../transaction.server.ts';
import { sentAlone, sumThatGoes } from './refund.repository.server.ts';
import { oneMayGiveBack, refundWaitsHours } from './refund-limits.data.ts';
import { type RefundAccepted, type RefundFailure, refundNamed, sendBack } from './refund-order.server.ts';
import { insertWaiting, type WaitingRefund, waitingById, writeDecision } from './waiting-refund.repository.server.ts';

/** A refund that was written, or one that waits, was turned down or expired: then no money has moved for it. */
export type StaffRefund =
  | { readonly kind: 'sent'; readonly refund: RefundAccepted }
  | { readonly kind: 'not-sent'; readonly waiting: WaitingRefund };

/** `second-operator-needed`: above what one may send, and nobody else is there who could agree. */
export type StaffRefundFailure = RefundFailure | 'second-operator-needed';

/**
 * `own-refund`: who asked does not agree to it themselves. `refund-over`: it was decided, or its time is over.
 * `refund-changed`: something else would go than what was agreed to.
 */
export type DecisionFailure = RefundFailure | 'refund-not-found' | 'own-refund' | 'refund-over' | 'refund-changed';

export interface RefundWish {
  readonly orderId: string;
  /** Minor units. */
  readonly amount: bigint;
  /** The caller's own: the same again is answered with how it stands. */
  readonly refundId: string;
  readonly reason: string;
  /** Who asks. */
  readonly by: string;
  /** Whether anybody else could agree. */
  readonly hasSecond: boolean;
}

/** What came of a wish, and what is news in it: what was written down just now to wait. */
interface Asked {
  readonly answer: StaffRefund;
  readonly news: WaitingRefund | null;
}

/**
 * One of the staff wants money of an order to go back. Up to what one person may send of it (`oneMayGiveBack`) it is sent;
 * above, it is written down and waits for another person: nothing moves, and nothing is kept back for it.
 */
export async function askStaffRefund(
  ctx: DomainContext,
  wish: RefundWish,
  limits = oneMayGiveBack,
): Promise<Result<StaffRefund, StaffRefundFailure>> {
  const done = await inTransaction<Asked, StaffRefundFailure>(ctx.db, (trx) => writeWish(ctx, trx, wish, limits));
  if (!done.ok) return done;
  const { answer, news } = done.value;
  if (answer.kind === 'sent') ctx.signals.orderChanged(wish.orderId);
  if (news) tell(ctx, 'refund-waits', news);
  return ok(answer);
}

async function writeWish(
  ctx: DomainContext,
  trx: Db,
  wish: RefundWish,
  limits: typeof oneMayGiveBack,
): Promise<Result<Asked, StaffRefundFailure>> {
  const { orderId, amount, refundId, reason, by } = wish;
  const order = await lockOrder(trx, orderId);
  if (!order) return err('order-not-found');
  const known = await refundNamed(trx, orderId, refundId, amount);
  if (known) return known.ok ? ok({ answer: { kind: 'sent', refund: known.value }, news: null }) : known;
  const now = ctx.clock.now();
  const waiting = await waitingById(trx, refundId, now);
  if (waiting)
    return waiting.orderId === orderId && waiting.amount === amount
      ? ok({ answer: { kind: 'not-sent', waiting }, news: null })
      : err('key-reused');
  const goes = await sumThatGoes(trx, orderId, amount);
  if (goes === null) return err('refund-too-large');
  if ((await sentAlone(trx, orderId)) + goes <= limits[order.currency]) {
    const people = { askedBy: by, confirmedBy: null };
    const sent = await sendBack(ctx, trx, order, { id: refundId, amount, reason, by: people });
    return sent.ok ? ok({ answer: { kind: 'sent', refund: sent.value }, news: null }) : sent;
  }
  if (!wish.hasSecond) return err('second-operator-needed');
  const expiresAt = new Date(now.getTime() + refundWaitsHours * 3_600_000);
  const row = { id: refundId, orderId, amount, currency: order.currency, reason, askedBy: by, askedAt: now, expiresAt };
  await insertWaiting(trx, row);
  const news = { ...row, goes, state: 'waiting' as const, decidedBy: null };
  return ok({ answer: { kind: 'not-sent', waiting: news }, news });
}

/**
 * Somebody else than who asked agrees: the refund is written now, once, and goes its way like any other. Again by whoever
 * agreed, it is answered with how it stands. `shown`: the sum that they were shown, minor units; what goes is that or nothing,
 * for late fees may have become a part of it since. Fails when less is left by now.
 */
export async function confirmRefund(
  ctx: DomainContext,
  refundId: string,
  by: string,
  shown: bigint,
): Promise<Result<RefundAccepted, DecisionFailure>> {
  const done = await decide<RefundAccepted>(ctx, refundId, 'refund-confirmed', async (trx, order, waiting) => {
    if (waiting.askedBy === by) return err('own-refund');
    const { amount, reason, askedBy } = waiting;
    if (waiting.state === 'waiting') {
      const goes = await sumThatGoes(trx, order.id, amount);
      if (goes !== null && goes !== shown) return err('refund-changed');
      await writeDecision(trx, refundId, { state: 'confirmed', by, at: ctx.clock.now() });
    } else if (waiting.state !== 'confirmed') return err('refund-over');
    // What was agreed to before stands under its name already, and is found.
    return sendBack(ctx, trx, order, { id: refundId, amount, reason, by: { askedBy, confirmedBy: by } });
  });
  if (done.ok) ctx.signals.orderChanged(done.value.waiting.orderId);
  return done.ok ? ok(done.value.value) : done;
}

/** One of the staff, who asked or anybody else, says no: it stays written down, and nothing ever moves for it. */
export async function turnDownRefund(
  ctx: DomainContext,
  refundId: string,
  by: string,
): Promise<Result<WaitingRefund, DecisionFailure>> {
  const done = await decide<WaitingRefund>(ctx, refundId, 'refund-turned-down', async (trx, _order, waiting) => {
    if (waiting.state === 'turned-down') return ok(waiting);
    if (waiting.state !== 'waiting') return err('refund-over');
    await writeDecision(trx, refundId, { state: 'turned-down', by, at: ctx.clock.now() });
    return ok({ ...waiting, state: 'turned-down', decidedBy: by });
  });
  return done.ok ? ok(done.value.value) : done;
}

interface Decided<T> {
  readonly waiting: WaitingRefund;
  readonly value: T;
}

/** Reads a refund that waits under its order's lock, so that two who decide at once do it one after the other. */
async function decide<T>(
  ctx: DomainContext,
  refundId: string,
  event: 'refund-confirmed' | 'refund-turned-down',
  how: (trx: Db, order: Order, waiting: WaitingRefund) => Promise<Result<T, DecisionFailure>>,
): Promise<Result<Decided<T>, DecisionFailure>> {
  const decided = await inTransaction<Decided<T>, DecisionFailure>(ctx.db, async (trx) => {
    const named = await waitingById(trx, refundId, ctx.clock.now());
    const order = named && (await lockOrder(trx, named.orderId));
    const waiting = order && (await waitingById(trx, refundId, ctx.clock.now()));
    if (!order || !waiting) return err('refund-not-found');
    const done = await how(trx, order, waiting);
    return done.ok ? ok({ waiting, value: done.value }) : done;
  });
  if (decided.ok && decided.value.waiting.state === 'waiting') tell(ctx, event, decided.value.waiting);
  return decided;
}

function tell(ctx: DomainContext, event: string, { id, orderId, goes, currency }: WaitingRefund): void {
  ctx.log.info(event, { refundId: id, orderId, amount: goes, currency });
}
