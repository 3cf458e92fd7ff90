import type { MobileNetwork } from './network.server.ts';
import type { Book } from '../../runtime/book.ts';
import type { SandboxCompany } from '../../runtime/company.ts';
import { mPesaConsumerRoutes, phoneTheme } from './consumer-pages.routes.server.ts';
import { mPesaRoutes } from './m-pesa.routes.server.ts';
import { createMobileNetwork } from './network.server.ts';

const name = 'm-pesa';

/** M-Pesa's operator in Mozambique, and its customers' phones. It sends no webhooks. */
export const company: SandboxCompany = {
  name,
  title: 'M-Pesa',
  themes: [phoneTheme],
  links: [
    {
      group: 'pay',
      href: '/m-pesa/phone',
      name: 'Telemóvel do M-Pesa',
      text: 'O pedido do PIN: certo, errado, cancelado, sem saldo, sem resposta.',
    },
  ],
  open(context) {
    const network = createMobileNetwork(context);
    return {
      addRoutes(app) {
        app.register(async (scope) => mPesaRoutes(context, network)(scope), { prefix: '/m-pesa' });
        mPesaConsumerRoutes(network)(app);
      },
      book: () => mPesaBook(network),
    };
  },
};

const currency = 'MZN';

/** Movements of the wallets' operator, by the shop's reference, which both sides store. */
function mPesaBook(network: MobileNetwork): Book {
  const all = [...network.all()];
  return {
    charges: all.map(({ thirdPartyReference: id, status, amount, paidAt, reversals, createdAt }) => ({
      ...{ company: name, id, reference: id, status, amount, currency, disputed: 0, createdAt },
      captured: paidAt === undefined ? 0 : amount,
      refunded: reversals.reduce((total, one) => total + one.amount, 0),
    })),
    movements: all.flatMap(({ thirdPartyReference: chargeId, amount, paidAt, reversals }) => [
      ...(paidAt === undefined
        ? []
        : [{ company: name, id: chargeId, chargeId, kind: 'capture', amount, currency, at: paidAt } as const]),
      ...reversals.map(
        ({ transactionId: id, amount: sum, at }) =>
          ({ company: name, id, chargeId, kind: 'refund', amount: sum, currency, at }) as const,
      ),
    ]),
  };
}
