import type { SandboxCompany } from '../../runtime/company.ts';
import { slipTheme } from '../slip-bank/consumer-pages.routes.server.ts';
import { accountOf } from './account.server.ts';
import { pagarmeBook } from './book.server.ts';
import { pagarmeConsumerRoutes } from './consumer-pages.routes.server.ts';
import { pagarmeRoutes, pagarmeTokenRoutes } from './pagarme.routes.server.ts';
import { createPagarme } from './pagarme.server.ts';

/** Pagar.me: cards and slips, its panel, and the bank at which a slip is paid. */
export const company: SandboxCompany = {
  name: 'pagarme',
  title: 'Pagar.me',
  // Pagar.me signs nothing: its webhooks carry user and password (HTTP Basic).
  webhooks: {
    keys: (secrets) => accountOf(secrets).notificationKeys,
    sign: (key) => ({ authorization: `Basic ${Buffer.from(key).toString('base64')}` }),
  },
  crossSitePaths: ['/pagarme/core/v5/tokens'],
  themes: [slipTheme],
  links: [
    { group: 'pay', href: '/pagarme/pay', name: 'Pagar boleto da Pagar.me', text: 'Pela linha digitável.' },
    {
      group: 'happened',
      href: '/pagarme/panel',
      name: 'Painel da Pagar.me',
      text: 'As cobranças da segunda adquirente, seus cartões de teste, estornos e contestações.',
    },
  ],
  open(context) {
    const pagarme = createPagarme(context);
    return {
      addRoutes(app) {
        for (const routes of [pagarmeRoutes, pagarmeTokenRoutes])
          app.register(async (scope) => routes(context, pagarme)(scope), { prefix: '/pagarme/core/v5' });
        pagarmeConsumerRoutes(pagarme)(app);
      },
      book: () => pagarmeBook(pagarme),
    };
  },
};
