import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { waitForWriters } from '#src/kernel/db/wait-for-writers.server.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { Db } from '../base-context.server.ts';
import { locationOfKind, locationsOfOrder } from '../checkout/test-locations/index.server.ts';
import type { Database } from '../database/index.server.ts';
import { generateCollectionCode } from './collection-code.ts';
import type { InPersonPaymentRequest, InPersonPaymentService } from './in-person-payment-service.port.ts';
import {
  endInPersonPayment,
  findInPersonPayment,
  insertInPersonPayment,
  movementsAfter,
  orderToCollect,
  recordInPersonEvent,
} from './in-person-payment.repository.server.ts';
import { type InPersonPayment, type InPersonRefund, netCollected, proofKinds } from './in-person-payment.types.ts';
import { inPersonRefundsOf, insertInPersonRefund } from './in-person-refund.repository.server.ts';

/** The service over the product's own tables. */
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
      const last = (await movementsAfter(db, position, { limit })).at(-1);
      // Positions up to the last are never read again: transactions that hold one of them have to end first.
      if (!last || !(await waitForWriters(db, 'in_person_movements'))) return [];
      return movementsAfter(db, position, { last: last.position });
    },
  };
}

/** The checkout as the author of an event. */
const byCheckout = { staffMemberId: null, ip: '' } as const;

async function openInPersonPayment(
  trx: Db,
  request: InPersonPaymentRequest,
  now: Date,
): Promise<InPersonPayment | null> {
  const before = await findInPersonPayment(trx, 'attempt_id', request.attemptId);
  if (before) return before;
  const order = await orderToCollect(trx, request.attemptId);
  const unit = order && locationOfKind(await locationsOfOrder(trx, order.id), 'unit');
  const proofKind = proofKinds.find((kind) => kind === request.proofKind);
  if (!order || !unit || !proofKind) return null;
  const { name, address, city, region } = unit;
  const id = newId('clm');
  const { attemptId, method, expiresAt } = request;
  const isNew = await insertInPersonPayment(trx, {
    ...{ id, attemptId, orderId: order.id, brand: order.brand, unitId: unit.id, unit: { name, address, city, region } },
    ...{ code: await unusedCode(trx), method, proofKind, expiresAt, createdAt: now },
    amount: request.amount.amount,
    currency: request.amount.currency,
  });
  if (isNew) await recordInPersonEvent(trx, id, { ...byCheckout, kind: 'opened', detail: {}, at: now });
  return findInPersonPayment(trx, 'attempt_id', attemptId);
}

/** An unused collection code. Of two transactions that draw the same at once the table refuses one, which is retried. */
async function unusedCode(trx: Db): Promise<string> {
  for (;;) {
    const code = generateCollectionCode(randomBytes(24));
    if (code !== null && (await findInPersonPayment(trx, 'code', code)) === null) return code;
  }
}

async function cancelInPersonPayment(trx: Db, attemptId: string, now: Date): Promise<InPersonPayment | null> {
  const payment = await findInPersonPayment(trx, 'attempt_id', attemptId, true);
  if (payment?.state !== 'open') return payment;
  await endInPersonPayment(trx, payment.id, 'canceled');
  await recordInPersonEvent(trx, payment.id, { ...byCheckout, kind: 'canceled', detail: {}, at: now });
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
  const asked = { inPersonPaymentId: payment.id, amount, reason: 'checkout', askedBy: null, askedAt: now } as const;
  const refund = await insertInPersonRefund(trx, { ...asked, id: refundId });
  const detail = { amount: unitsToJson(amount) };
  await recordInPersonEvent(trx, payment.id, { ...byCheckout, kind: 'reversal-asked', detail, at: now });
  return refund;
}
