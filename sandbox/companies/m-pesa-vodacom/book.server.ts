import type { Book } from '../../book.server.ts';
import type { MobileNetwork } from './network.server.ts';

const company = 'm-pesa';
const currency = 'MZN';

/** What the wallets' operator has moved. The shop's reference names a movement: both sides know it. */
export function mPesaBook(network: MobileNetwork): Book {
  const all = [...network.all()];
  return {
    charges: all.map(({ thirdPartyReference: id, status, amount, paidAt, reversals, createdAt }) => ({
      ...{ company, id, reference: id, status, amount, currency, disputed: 0, createdAt },
      captured: paidAt === undefined ? 0 : amount,
      refunded: reversals.reduce((total, one) => total + one.amount, 0),
    })),
    movements: all.flatMap(({ thirdPartyReference: chargeId, amount, paidAt, reversals }) => [
      ...(paidAt === undefined
        ? []
        : [{ company, id: chargeId, chargeId, kind: 'capture', amount, currency, at: paidAt } as const]),
      ...reversals.map(
        ({ transactionId: id, amount: sum, at }) =>
          ({ company, id, chargeId, kind: 'refund', amount: sum, currency, at }) as const,
      ),
    ]),
  };
}
