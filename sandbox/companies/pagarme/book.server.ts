import type { Book, BookMovement } from '../../runtime/book.ts';
import { type Charge, isCapture, isRefund, moneyOf } from './charge.types.ts';
import type { Pagarme } from './pagarme.server.ts';

const company = 'pagarme';
const currency = 'BRL';

/** The true charges and movements at Pagar.me. */
export function pagarmeBook({ book }: Pagarme): Book {
  const all = [...book.all()];
  return {
    charges: all.map((charge) => ({
      company,
      id: charge.id,
      reference: charge.code,
      status: charge.status,
      amount: charge.amount,
      currency,
      ...moneyOf(charge),
      createdAt: charge.createdAt,
    })),
    movements: all.flatMap(movementsOf),
  };
}

function movementsOf(charge: Charge): BookMovement[] {
  const { id: chargeId, transactions, updatedAt } = charge;
  const moved = transactions.flatMap((one): BookMovement[] => {
    const kind = isCapture(one) ? 'capture' : isRefund(one) ? 'refund' : null;
    const { id, paidAmount, amount, paidAt, createdAt } = one;
    return kind === null
      ? []
      : [{ company, id, chargeId, kind, amount: paidAmount ?? amount, currency, at: paidAt ?? createdAt }];
  });
  const { disputed } = moneyOf(charge);
  if (disputed === 0) return moved;
  const back = {
    company,
    id: `${chargeId}-chargeback`,
    chargeId,
    kind: 'chargeback',
    amount: disputed,
    currency,
  } as const;
  return [...moved, { ...back, at: updatedAt }];
}
