import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import type { DomainContext } from '../context.server.ts';
import { openLasting, sealLasting } from '../lasting-seal.server.ts';
import { lockOrder } from '../orders/index.server.ts';
import { finishPartByHand, type HandRefundFailure } from '../payments/index.server.ts';
import { inTransaction } from '../transaction.server.ts';
import type { Payout } from './read-payout.ts';

const purpose = 'where money is paid out to';

/**
 * Keeps where the money of a withdrawn order goes that no company gives back by itself. A second one replaces the first
 * until it was paid out.
 */
export async function givePayoutDetails(
  ctx: DomainContext,
  orderId: string,
  payout: Payout,
): Promise<Result<null, 'nothing-to-pay-out'>> {
  const given = {
    kind: payout.kind,
    sealed: sealLasting(ctx.config, purpose, payout.value),
    hint: payout.hint,
    given_at: ctx.clock.now(),
  };
  return inTransaction<null, 'nothing-to-pay-out'>(ctx.db, async (trx) => {
    await lockOrder(trx, orderId);
    const waiting = await trx
      .selectFrom('withdrawals')
      .innerJoin('refund_parts', 'refund_parts.request_id', 'withdrawals.refund_id')
      .select('refund_parts.id')
      .where('withdrawals.order_id', '=', orderId)
      .where('refund_parts.state', '<>', 'done')
      .limit(1)
      .executeTakeFirst();
    if (!waiting) return err('nothing-to-pay-out');
    await trx
      .insertInto('payout_details')
      .values({ order_id: orderId, ...given })
      .onConflict((conflict) => conflict.column('order_id').doUpdateSet(given))
      .execute();
    return ok(null);
  });
}

/** Money that a person has to pay out. Amounts are minor units. */
export interface WaitingPayout {
  readonly partId: string;
  readonly orderId: string;
  readonly orderNumber: bigint;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly askedAt: Date;
  /** Where to; null until the buyer has said. */
  readonly to: { readonly kind: Payout['kind']; readonly value: string } | null;
}

/**
 * The work list of whoever pays out: at most 200, who said where to before who did not, each oldest first. Only an operator
 * may be shown it.
 */
export async function waitingPayouts(ctx: DomainContext): Promise<readonly WaitingPayout[]> {
  const rows = await ctx.db
    .selectFrom('refund_parts')
    .innerJoin('orders', 'orders.id', 'refund_parts.order_id')
    .leftJoin('payout_details', 'payout_details.order_id', 'orders.id')
    .select([
      'refund_parts.id',
      'refund_parts.order_id',
      'refund_parts.amount',
      'refund_parts.requested_at',
      'orders.number',
      'orders.currency',
      'payout_details.kind',
      'payout_details.sealed',
    ])
    .where('refund_parts.state', '=', 'by-hand')
    // Any number of buyers may never say where to: nobody who did waits behind them.
    .orderBy((eb) => eb('payout_details.sealed', 'is', null))
    .orderBy('refund_parts.requested_at')
    .limit(200)
    .execute();
  return rows.map((row) => {
    const value = row.sealed === null ? null : openLasting(ctx.config, purpose, row.sealed);
    return {
      partId: row.id,
      orderId: row.order_id,
      orderNumber: row.number,
      amount: row.amount,
      currency: row.currency as Currency,
      askedAt: row.requested_at,
      to: row.kind === null || value === null ? null : { kind: row.kind, value },
    };
  });
}

/** Says that a part was paid out, with the bank's own name of the payment; where it went is forgotten with the last. */
export async function payOut(
  ctx: DomainContext,
  partId: string,
  reference: string,
): Promise<Result<{ readonly orderId: string }, HandRefundFailure>> {
  const done = await finishPartByHand(ctx, partId, reference);
  if (!done.ok) return done;
  await ctx.db
    .deleteFrom('payout_details')
    .where('order_id', '=', done.value.orderId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('refund_parts')
            .select('refund_parts.id')
            .whereRef('refund_parts.order_id', '=', 'payout_details.order_id')
            .where('refund_parts.state', '<>', 'done'),
        ),
      ),
    )
    .execute();
  return done;
}
