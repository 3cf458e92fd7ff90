import { movedAmount } from './charge.types.ts';
import type { Acquirer } from './acquirer.server.ts';
import type { Book } from '../../runtime/book.ts';
import { hmacSignature } from '../../runtime/sign-webhook.server.ts';
import type { SandboxCompany } from '../../runtime/company.ts';
import { accountOf } from './account.server.ts';
import { acquirerRoutes } from './acquirer.routes.server.ts';
import { createAcquirer } from './acquirer.server.ts';
import { acsRoutes, bankTheme } from './acs.routes.server.ts';
import { acquirerConsumerRoutes } from './consumer-pages.routes.server.ts';
import { testCards } from './test-cards.ts';

/** The card acquirer, and the card holders' banks (3-D Secure). */
export const company: SandboxCompany = {
  name: 'acquirer',
  title: 'Adquirente',
  webhooks: { keys: (secrets) => accountOf(secrets).notificationKeys, sign: hmacSignature('x-acquirer') },
  crossSitePaths: ['/acquirer/acs', '/acquirer/acs/method', '/acquirer/acs/silent', '/acquirer/acs/specimen'],
  themes: [bankTheme],
  links: [
    {
      group: 'happened',
      href: '/acquirer/statement',
      name: 'Fatura do cartão',
      text: 'O banco de quem compra contesta uma compra; a escola estorna pelo painel da adquirente.',
    },
  ],
  testCards: {
    anchor: 'cartoes',
    title: 'Cartões de teste',
    lead: 'Qualquer nome, qualquer validade futura; código de 3 dígitos (4 no American Express). Nos outros números vale o último dígito: 0, 1 e 4 aprovam, 2, 3, 5, 6, 7 e 8 recusam, 9 é sorte.',
    cards: testCards,
  },
  async open(context) {
    const acquirer = await createAcquirer(context);
    return {
      addRoutes(app) {
        app.register(async (scope) => acquirerRoutes(context, acquirer)(scope), { prefix: '/acquirer' });
        acsRoutes(acquirer)(app);
        acquirerConsumerRoutes(acquirer)(app);
      },
      book: () => acquirerBook(acquirer),
    };
  },
};

function acquirerBook({ book }: Acquirer): Book {
  const all = [...book.all()];
  return {
    charges: all.map((charge) => ({
      company: 'acquirer',
      id: charge.id,
      reference: charge.merchantOrderId,
      status: charge.status,
      amount: charge.amount,
      currency: charge.currency,
      captured: movedAmount(charge, 'capture'),
      refunded: movedAmount(charge, 'refund'),
      disputed: movedAmount(charge, 'chargeback') - movedAmount(charge, 'chargeback-won'),
      createdAt: charge.createdAt,
    })),
    movements: all.flatMap(({ id: chargeId, currency, movements }) =>
      movements.map(({ id, kind, amount, at }) => ({
        company: 'acquirer' as const,
        id,
        chargeId,
        kind,
        amount,
        currency,
        at,
      })),
    ),
  };
}
