import type { Book } from '../../runtime/book.ts';
import type { Culqi } from './culqi.server.ts';
import { refundedOf } from './views.ts';

const company = 'culqi';

/** Culqi's movements: charges with their refunds, and payments of CIPs at agents. */
export function culqiBook({ charges, orders }: Culqi): Book {
  const all = [...charges.all()].toReversed();
  const cash = [...orders.all()].toReversed();
  return {
    charges: [
      ...all.map(
        (charge) =>
          ({
            company,
            id: charge.id,
            reference: charge.metadata['attempt_id'] ?? '',
            status: charge.refusal !== null ? 'declined' : charge.capturedAt === null ? 'authorized' : 'captured',
            amount: charge.amount,
            currency: charge.currency,
            captured: charge.capturedAt === null ? 0 : charge.amount,
            refunded: charge.capturedAt === null ? 0 : refundedOf(charge),
            disputed: 0,
            createdAt: charge.createdAt,
          }) as const,
      ),
      ...cash.map(
        (order) =>
          ({
            company,
            id: order.id,
            reference: order.number,
            status: order.payments.length > 0 ? 'paid' : order.deleted ? 'deleted' : 'open',
            amount: order.amount,
            currency: order.currency,
            captured: order.payments.reduce((total, { amount }) => total + amount, 0),
            refunded: 0,
            disputed: 0,
            createdAt: order.createdAt,
          }) as const,
      ),
    ],
    movements: [
      ...all.flatMap(({ id, capturedAt, amount, currency, refunds }) =>
        capturedAt === null
          ? []
          : [
              { company, id, chargeId: id, kind: 'capture', amount, currency, at: capturedAt } as const,
              ...refunds.map(
                (back) =>
                  ({
                    company,
                    id: back.id,
                    chargeId: id,
                    kind: 'refund',
                    amount: back.amount,
                    currency,
                    at: back.at,
                  }) as const,
              ),
            ],
      ),
      ...cash.flatMap(({ id: chargeId, currency, payments }) =>
        payments.map(
          ({ id, amount, at }) => ({ company, id, chargeId, kind: 'capture', amount, currency, at }) as const,
        ),
      ),
    ],
  };
}
