import { sandboxSecrets } from '#sandbox/accounts.server.ts';
import { createSlipBankGateway } from '#src/gateways/slip-bank/gateway.server.ts';
import { runGatewaySuite } from './suite/gateway-suite.ts';

const slip = sandboxSecrets.companies['slip-bank'];

runGatewaySuite('Slips at a bank', {
  company: 'slip-bank',
  keys: [slip.notificationSecret, `${slip.notificationSecret}-before`],
  make: (sandboxWorld, budgetMs, keys = [slip.notificationSecret]) =>
    createSlipBankGateway({
      baseUrl: `${sandboxWorld.world.origin}/slip-bank`,
      user: slip.user,
      secret: slip.secret,
      notificationKeys: keys,
      clock: sandboxWorld.clock,
      budgetMs,
    }),
  dress: async (sandboxWorld, charge) => ({
    ...charge,
    expiresAt: new Date(sandboxWorld.clock.now().getTime() + 3 * 86_400_000),
  }),
  pay: async (sandboxWorld, _gateway, charge) => {
    const paid = await sandboxWorld.ask('POST', '/sandbox/slip/pay', { reference: charge.attemptId });
    if (paid.status !== 200) throw new Error(`${paid.status} ${JSON.stringify(paid.json)}`);
  },
  refused: { state: 'declined', code: 'slip-refused' },
  namesPayee: false,
  refunds: false,
  listsCredits: true,
});
