import { hmacSignature } from '../../runtime/sign-webhook.server.ts';
import type { SandboxCompany } from '../../runtime/company.ts';
import { bankTheme } from '../test-acquirer/acs.routes.server.ts';
import { accountOf } from './account.server.ts';
import { culqiBook } from './book.server.ts';
import { agentTheme, cashAgentRoutes } from './cash-agent-pages.routes.server.ts';
import { culqiRoutes } from './culqi.routes.server.ts';
import { createCulqi } from './culqi.server.ts';
import { culqiCards } from './test-cards.ts';
import { culqiThreeDsRoutes } from './three-ds-pages.routes.server.ts';
import { yapeConsumerRoutes, yapeTheme } from './yape-app-pages.routes.server.ts';

/** Culqi in Peru: cards, the Yape app, and agents that take cash for CIPs. */
export const company: SandboxCompany = {
  name: 'culqi',
  title: 'Culqi',
  webhooks: { keys: (secrets) => accountOf(secrets).notificationKeys, sign: hmacSignature('x-culqi') },
  crossSitePaths: ['/culqi/v2/tokens', '/culqi/3ds/review'],
  themes: [bankTheme, yapeTheme, agentTheme],
  links: [
    {
      group: 'pay',
      href: '/culqi/yape',
      name: 'Yape',
      text: 'O aplicativo do Peru: o código de aprovação, e o que não dá certo.',
    },
    {
      group: 'pay',
      href: '/culqi/agent',
      name: 'Agente PagoEfectivo',
      text: 'Paga um CIP do Peru: no prazo, depois dele, duas vezes.',
    },
  ],
  testCards: {
    anchor: 'cartoes-peru',
    title: 'Cartões de teste no Peru',
    lead: 'Cobrados pela Culqi. Outros números válidos são pagos.',
    cards: culqiCards,
  },
  open(context) {
    const culqi = createCulqi(context);
    return {
      addRoutes(app) {
        app.register(async (scope) => culqiRoutes(context, culqi)(scope), { prefix: '/culqi' });
        culqiThreeDsRoutes(culqi)(app);
        yapeConsumerRoutes(culqi)(app);
        cashAgentRoutes(context, culqi)(app);
      },
      book: () => culqiBook(culqi),
    };
  },
};
