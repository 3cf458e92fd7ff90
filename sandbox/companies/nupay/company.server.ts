import type { NuPay } from './nupay.server.ts';
import type { Book } from '../../runtime/book.ts';
import type { SandboxCompany } from '../../runtime/company.ts';
import { accountOf } from './account.server.ts';
import { nuPayConsumerRoutes, nuPayTheme } from './consumer-pages.routes.server.ts';
import { nuPayRoutes } from './nupay.routes.server.ts';
import { createNuPay } from './nupay.server.ts';
import { signWithKeyPair } from './sign-webhook.server.ts';

const name = 'nupay';

/** NuPay for Business, and the payers' app. */
export const company: SandboxCompany = {
  name,
  title: 'NuPay',
  webhooks: { keys: (secrets) => accountOf(secrets).notificationKeys, sign: signWithKeyPair },
  themes: [nuPayTheme],
  links: [
    {
      group: 'pay',
      href: '/nupay/pay',
      name: 'NuPay',
      text: 'O aplicativo de quem paga: aprovar, recusar, ir embora.',
    },
  ],
  open(context) {
    const nuPay = createNuPay(context);
    return {
      addRoutes(app) {
        app.register(async (scope) => nuPayRoutes(context, nuPay)(scope), { prefix: '/nupay' });
        nuPayConsumerRoutes(nuPay)(app);
      },
      book: () => nuPayBook(nuPay),
    };
  },
};

const currency = 'BRL';

function nuPayBook(nuPay: NuPay): Book {
  const all = [...nuPay.all()];
  return {
    charges: all.map(({ pspReferenceId: id, referenceId, status, amount, completedAt, refunds, createdAt }) => ({
      ...{ company: name, id, reference: referenceId, status, amount, currency, disputed: 0, createdAt },
      captured: completedAt === undefined ? 0 : amount,
      refunded: refunds.reduce((total, one) => (one.status === 'REFUNDED' ? total + one.amount : total), 0),
    })),
    movements: all.flatMap(({ pspReferenceId: chargeId, amount, completedAt, refunds }) => [
      ...(completedAt === undefined
        ? []
        : [{ company: name, id: chargeId, chargeId, kind: 'capture', amount, currency, at: completedAt } as const]),
      ...refunds
        .filter(({ status }) => status === 'REFUNDED')
        .map(
          ({ refundId: id, amount: sum, at }) =>
            ({ company: name, id, chargeId, kind: 'refund', amount: sum, currency, at }) as const,
        ),
    ]),
  };
}
