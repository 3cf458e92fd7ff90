import { sandboxSecrets } from '#sandbox/accounts.server.ts';
import { createTestAcquirerGateway } from '#src/gateways/test-acquirer/gateway.server.ts';
import { cardToken } from './suite/charges.server.ts';
import { runGatewaySuite } from './suite/gateway-suite.ts';

const acquirer = sandboxSecrets.companies['test-acquirer'];

runGatewaySuite('Cards at the acquirer', {
  company: 'acquirer',
  keys: [acquirer.notificationSecret, `${acquirer.notificationSecret}-before`],
  make: (sandboxWorld, budgetMs, keys = [acquirer.notificationSecret]) =>
    createTestAcquirerGateway({
      baseUrl: `${sandboxWorld.world.origin}/acquirer`,
      merchant: acquirer.merchant,
      secret: acquirer.secret,
      notificationKeys: keys,
      clock: sandboxWorld.clock,
      budgetMs,
    }),
  dress: async (sandboxWorld, charge) => ({
    ...charge,
    details: { cardToken: await cardToken(sandboxWorld, '4111111111111111') },
  }),
  pay: null,
  refused: { state: 'declined', code: 'card-declined' },
  namesPayee: false,
  refunds: true,
  listsCredits: false,
});
