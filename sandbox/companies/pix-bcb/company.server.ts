import { hmacSignature } from '../../runtime/sign-webhook.server.ts';
import type { SandboxCompany } from '../../runtime/company.ts';
import { accountOf } from './account.server.ts';
import { mandateConsumerRoutes } from './automatic/mandate-pages.routes.server.ts';
import { pixBook } from './book.server.ts';
import { pixConsumerRoutes } from './consumer-pages.routes.server.ts';
import { pixTheme } from './pix-theme.ts';
import { locationRoutes } from './location.routes.server.ts';
import { pixBankOf } from './pix-bank.server.ts';
import { pixBankRoutes } from './pix-bank.routes.server.ts';

/** The bank at which the school receives Pix, and the payers' apps. */
export const company: SandboxCompany = {
  name: 'pix-bank',
  title: 'Banco do Pix',
  webhooks: { keys: (secrets) => accountOf(secrets).notificationKeys, sign: hmacSignature('x-pix') },
  themes: [pixTheme],
  links: [
    {
      group: 'pay',
      href: '/pix-bank/pay',
      name: 'Pagar com Pix',
      text: 'O aplicativo do banco de quem compra: no prazo, depois dele, duas vezes, outro valor.',
    },
    {
      group: 'pay',
      href: '/pix-bank/consents',
      name: 'Pix Automático',
      text: 'O que quem paga autorizou: aprovar, recusar, cancelar, ficar sem saldo.',
    },
  ],
  open(context) {
    const bank = pixBankOf(context);
    return {
      addRoutes(app) {
        app.register(async (scope) => pixBankRoutes(context, bank)(scope), { prefix: '/pix-bank' });
        app.register(async (scope) => locationRoutes(context, bank)(scope), { prefix: '/pix-bank' });
        pixConsumerRoutes(bank)(app);
        mandateConsumerRoutes(bank)(app);
      },
      book: () => pixBook(bank, accountOf(context.secrets).clientId),
    };
  },
};
