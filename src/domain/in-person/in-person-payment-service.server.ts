import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { Db } from '../base-context.server.ts';
import type { Database } from '../database/index.server.ts';
import { locationOfKind, locationsOfOrder } from '../checkout/test-locations/index.server.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { waitForWriters } from '#src/kernel/db/wait-for-writers.server.ts';
import { generateCollectionCode } from './collection-code.ts';
import type { InPersonPaymentService, InPersonPaymentRequest } from './in-person-payment-service.port.ts';
import { type InPersonPayment, type InPersonRefund, proofKinds } from './in-person-payment.types.ts';
import {
  findInPersonPayment,
  netCollected,
  recordInPersonEvent,
  inPersonRefundsOf,
  toInPersonRefund,
} from './in-person-payment.repository.server.ts';

/** The desk over the product's own tables. */
export function createInPersonPaymentService({
  db,
  clock,
}: {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
}): InPersonPaymentService {
  return {
    open: (request) => transaction(db, (trx) => openInPersonPayment(trx, request, clock.now())),
    find: (attemptId) => findInPersonPayment(db, 'attempt_id', attemptId),
    withdraw: (attemptId) => transaction(db, (trx) => cancelInPersonPayment(trx, attemptId, clock.now())),
    requestRefund: (attemptId, refundId, amount) =>
      transaction(db, (trx) => requestRefund(trx, { attemptId, refundId, amount }, clock.now())),
    async creditsAfter(position, limit) {
      const credits = db
        .selectFrom('in_person_movements')
        .innerJoin('in_person_payments', 'in_person_payments.id', 'in_person_movements.in_person_payment_id')
        .select(['in_person_movements.position', 'in_person_movements.id', 'in_person_payments.attempt_id'])
        .where('in_person_movements.position', '>', position)
        .orderBy('in_person_movements.position');
      const last = (await credits.limit(limit).execute()).at(-1);
      // Nobody looks before the last position again: whoever has one there has to have ended.
      if (!last || !(await waitForWriters(db, 'in_person_movements'))) return [];
      const rows = await credits.where('in_person_movements.position', '<=', last.position).execute();
      return rows.map(({ position: at, id: movementId, attempt_id: attemptId }) => ({
        position: at,
        attemptId,
        movementId,
      }));
    },
  };
}

async function openInPersonPayment(
  trx: Db,
  request: InPersonPaymentRequest,
  now: Date,
): Promise<InPersonPayment | null> {
  const before = await findInPersonPayment(trx, 'attempt_id', request.attemptId);
  if (before) return before;
  const order = await trx
    .selectFrom('attempts')
    .innerJoin('orders', 'orders.id', 'attempts.order_id')
    .select(['orders.id', 'orders.brand'])
    .where('attempts.id', '=', request.attemptId)
    .executeTakeFirst();
  const unit = order && locationOfKind(await locationsOfOrder(trx, order.id), 'unit');
  if (!order || !unit || !proofKinds.some((kind) => kind === request.proofKind)) return null;
  const { name, address, city, region } = unit;
  const id = newId('clm');
  const made = await trx
    .insertInto('in_person_payments')
    .values({
      id,
      attempt_id: request.attemptId,
      order_id: order.id,
      brand: order.brand,
      unit_id: unit.id,
      unit: JSON.stringify({ name, address, city, region }),
      code: await unusedCode(trx),
      method: request.method,
      proof_kind: request.proofKind,
      amount: request.amount.amount,
      currency: request.amount.currency,
      state: 'open',
      expires_at: request.expiresAt,
      created_at: now,
    })
    // The same attempt twice at once is one claim.
    .onConflict((conflict) => conflict.column('attempt_id').doNothing())
    .executeTakeFirst();
  if (made.numInsertedOrUpdatedRows === 1n)
    await recordInPersonEvent(trx, {
      inPersonPaymentId: id,
      staffMemberId: null,
      kind: 'opened',
      detail: {},
      ip: '',
      at: now,
    });
  return findInPersonPayment(trx, 'attempt_id', request.attemptId);
}

/** A code that no claim has. Two that draw the same at once meet the table's own rule, and one begins again. */
async function unusedCode(trx: Db): Promise<string> {
  for (;;) {
    const code = generateCollectionCode(randomBytes(24));
    if (code !== null && (await findInPersonPayment(trx, 'code', code)) === null) return code;
  }
}

async function cancelInPersonPayment(trx: Db, attemptId: string, now: Date): Promise<InPersonPayment | null> {
  const payment = await findInPersonPayment(trx, 'attempt_id', attemptId, true);
  if (payment?.state !== 'open') return payment;
  await trx.updateTable('in_person_payments').set({ state: 'canceled' }).where('id', '=', payment.id).execute();
  await recordInPersonEvent(trx, {
    inPersonPaymentId: payment.id,
    staffMemberId: null,
    kind: 'canceled',
    detail: {},
    ip: '',
    at: now,
  });
  return { ...payment, state: 'canceled' };
}

async function requestRefund(
  trx: Db,
  { attemptId, refundId, amount }: { attemptId: string; refundId: string; amount: bigint },
  now: Date,
): Promise<InPersonRefund | null> {
  const payment = await findInPersonPayment(trx, 'attempt_id', attemptId, true);
  if (!payment) return null;
  const refunds = await inPersonRefundsOf(trx, [payment.id]);
  const before = refunds.find(({ id }) => id === refundId);
  if (before) return before.amount === amount ? before : null;
  if (amount > netCollected(payment, refunds) || refunds.some(({ state }) => state === 'requested')) return null;
  const row = await trx
    .insertInto('in_person_refunds')
    .values({
      id: refundId,
      in_person_payment_id: payment.id,
      amount,
      reason: 'checkout',
      state: 'requested',
      requested_by: null,
      requested_at: now,
      decided_by: null,
      decided_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const detail = { amount: unitsToJson(amount) };
  await recordInPersonEvent(trx, {
    inPersonPaymentId: payment.id,
    staffMemberId: null,
    kind: 'reversal-asked',
    detail,
    ip: '',
    at: now,
  });
  return toInPersonRefund(row);
}
