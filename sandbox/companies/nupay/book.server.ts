import type { Book } from '../../book.server.ts';
import type { NuPay } from './nupay.server.ts';

const company = 'nupay';
const currency = 'BRL';

export function nuPayBook(nuPay: NuPay): Book {
  const all = [...nuPay.all()];
  return {
    charges: all.map(({ pspReferenceId: id, referenceId, status, amount, completedAt, refunds, createdAt }) => ({
      ...{ company, id, reference: referenceId, status, amount, currency, disputed: 0, createdAt },
      captured: completedAt === undefined ? 0 : amount,
      refunded: refunds.reduce((total, one) => (one.status === 'REFUNDED' ? total + one.amount : total), 0),
    })),
    movements: all.flatMap(({ pspReferenceId: chargeId, amount, completedAt, refunds }) => [
      ...(completedAt === undefined
        ? []
        : [{ company, id: chargeId, chargeId, kind: 'capture', amount, currency, at: completedAt } as const]),
      ...refunds
        .filter(({ status }) => status === 'REFUNDED')
        .map(
          ({ refundId: id, amount: sum, at }) =>
            ({ company, id, chargeId, kind: 'refund', amount: sum, currency, at }) as const,
        ),
    ]),
  };
}
