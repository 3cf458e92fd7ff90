import { sandboxSecrets } from '#src/apps/outside-world/accounts.server.ts';
import { createTestAcquirerGateway } from '#src/gateways/test-acquirer/gateway.server.ts';
import { cardToken } from './charges.server.ts';
import { gatewaySuite } from './gateway-suite.ts';

const { acquirer } = sandboxSecrets;

gatewaySuite('Cards at the acquirer', {
  company: 'acquirer',
  keys: [acquirer.notificationSecret, `${acquirer.notificationSecret}-before`],
  make: (stage, budgetMs, keys = [acquirer.notificationSecret]) =>
    createTestAcquirerGateway({
      baseUrl: `${stage.world.origin}/acquirer`,
      merchant: acquirer.merchant,
      secret: acquirer.secret,
      notificationKeys: keys,
      clock: stage.clock,
      budgetMs,
    }),
  dress: async (stage, charge) => ({ ...charge, details: { cardToken: await cardToken(stage, '4111111111111111') } }),
  pay: null,
  refused: { state: 'declined', code: 'card-declined' },
  namesPayee: false,
  refunds: true,
  listsCredits: false,
});
