import { sql } from 'kysely';
import { err, type Result } from '#src/kernel/result/result.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import type { RefundsContext } from '../context.server.ts';
import { formatOrderReference } from '../../orders/index.server.ts';
import {
  recordManualRefund,
  recordManualSurplusRefund,
  type ManualRefundFailure,
} from '../../payments/index.server.ts';
import { type KnownPayer, knownPayer } from './known-payer.ts';
import { deletePayoutDetails, payoutHoldMs, payoutValue } from './payout-details.server.ts';
import type { Payout } from './parse-payout.ts';

/** Money that a person has to pay out. Amounts are minor units. */
export interface PendingPayout {
  /** A part of a refund, or a surplus. */
  readonly partId: string;
  readonly kind: 'refund' | 'surplus';
  /** `disputed`: the buyer's bank holds the money, and nothing may be paid. */
  readonly state: 'by-hand' | 'disputed';
  readonly orderId: string;
  readonly orderNumber: bigint;
  /** By which its buyer names it. */
  readonly orderReference: string;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly askedAt: Date;
  /** Who paid: the account has to be theirs. */
  readonly payer: KnownPayer;
  /** What open disputes hold of the same payment. */
  readonly disputed: bigint;
  /** Where to; null until the buyer has said. */
  readonly to: PayoutTarget | null;
}

interface PayoutTarget {
  readonly kind: Payout['kind'];
  readonly value: string;
  readonly givenAt: Date;
  /** From when on it may be paid. */
  readonly payableAt: Date;
}

interface PayoutRow {
  readonly id: string;
  readonly what: PendingPayout['kind'];
  readonly state: PendingPayout['state'];
  readonly order_id: string;
  readonly number: bigint;
  readonly reference: string;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly requested_at: Date;
  readonly payer: JsonObject;
  readonly disputed: bigint;
  readonly kind: Payout['kind'] | null;
  readonly sealed: string | null;
  readonly given_at: Date | null;
}

/**
 * The work list of whoever pays out: at most 200, who said where to before who did not, each oldest first. Only an operator
 * may be shown it.
 */
export async function pendingPayouts(
  ctx: RefundsContext,
  brands: readonly string[] | null = null,
): Promise<readonly PendingPayout[]> {
  // Any number of buyers may never say where to: nobody who did waits behind them.
  const { rows } = await sql<PayoutRow>`
    select w.*, o.number, o.reference, a.payer, d.kind, d.sealed, d.given_at,
      (select coalesce(sum(b.amount), 0)::bigint from reconciliation_exceptions b
       where b.attempt_id = w.attempt_id and b.kind = 'dispute' and b.state = 'open') as disputed
    from (
      select p.id, 'refund' as what, p.state, p.order_id, p.attempt_id, p.amount, x.currency, p.requested_at as requested_at
      from refund_parts p join orders x on x.id = p.order_id where p.state in ('by-hand', 'disputed')
      union all
      select s.id, 'surplus', 'by-hand', s.order_id, s.attempt_id, s.amount, s.currency, s.created_at
      from reconciliation_exceptions s
      where s.kind = 'surplus' and s.state <> 'resolved' and s.task = 'give-back-by-hand'
    ) w
    join orders o on o.id = w.order_id
    join attempts a on a.id = w.attempt_id
    left join payout_details d on d.order_id = w.order_id
    where ${brands}::text[] is null or o.brand = any(${brands})
    order by d.sealed is null, w.requested_at, w.id limit 200`.execute(ctx.db);
  return rows.map((row) => ({
    ...{ partId: row.id, kind: row.what, state: row.state, orderId: row.order_id, orderNumber: row.number },
    orderReference: formatOrderReference(row.reference),
    ...{ amount: row.amount, currency: row.currency, askedAt: row.requested_at },
    ...{ payer: knownPayer(row.payer), disputed: row.disputed, to: payoutTargetOf(ctx, row) },
  }));
}

function payoutTargetOf(ctx: RefundsContext, { kind, sealed, given_at: givenAt }: PayoutRow): PayoutTarget | null {
  const value = sealed === null ? null : payoutValue(ctx, sealed);
  if (kind === null || value === null || givenAt === null) return null;
  return { kind, value, givenAt, payableAt: new Date(givenAt.getTime() + payoutHoldMs) };
}

/** The brand of the order that a part of a refund, or a surplus, is of; null: there is none. */
export async function brandOfPart({ db }: Pick<RefundsContext, 'db'>, id: string): Promise<string | null> {
  const { rows } = await sql<{ brand: string }>`
    select o.brand from orders o where o.id in (
      select order_id from refund_parts where id = ${id}
      union all select order_id from reconciliation_exceptions where id = ${id} and kind = 'surplus')`.execute(db);
  return rows[0]?.brand ?? null;
}

/** `payout-paused`: the account was given or changed less than a day ago. */
export type CompleteManualRefundFailure = ManualRefundFailure | 'payout-paused';

/**
 * Says that a part of a refund, or a surplus, was paid out, with the bank's own name of the payment; where it went is
 * forgotten with the last of the order.
 */
export async function completeManualRefund(
  ctx: RefundsContext,
  id: string,
  paid: { readonly reference: string; readonly by: string },
): Promise<Result<{ readonly orderId: string }, CompleteManualRefundFailure>> {
  if (await isOnHold(ctx, id)) return err('payout-paused');
  const isSurplus = await ctx.db
    .selectFrom('reconciliation_exceptions')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  const done = isSurplus
    ? await recordManualSurplusRefund(ctx, id, paid)
    : await recordManualRefund(ctx, id, paid.reference);
  if (done.ok) await deletePayoutDetails(ctx.db, done.value.orderId);
  return done;
}

/** What has ended is not paused: saying the same again is answered as before. */
async function isOnHold({ db, clock }: RefundsContext, id: string): Promise<boolean> {
  const after = new Date(clock.now().getTime() - payoutHoldMs);
  const { rows } = await sql`
    select 1 from payout_details d where d.given_at > ${after} and d.order_id in (
      select order_id from refund_parts where id = ${id} and state = 'by-hand'
      union all select order_id from reconciliation_exceptions where id = ${id} and state = 'open')`.execute(db);
  return rows.length > 0;
}
