import { sandboxSecrets } from '#sandbox/accounts.server.ts';
import { signingSecret } from '#sandbox/companies/nupay/account.server.ts';
import { publicSigningKey } from '#sandbox/companies/nupay/sign-webhook.server.ts';
import { createNuPayGateway } from '#src/gateways/nupay/gateway.server.ts';
import { runGatewaySuite } from './suite/gateway-suite.ts';

const nuPay = sandboxSecrets.companies.nupay;
const keys = [publicSigningKey(signingSecret), publicSigningKey(`${signingSecret}-before`)] as const;
const stranger = publicSigningKey('a stranger');

runGatewaySuite('NuPay', {
  company: 'nupay',
  keys,
  make: (sandboxWorld, budgetMs, given = [keys[0]]) =>
    createNuPayGateway({
      url: `${sandboxWorld.world.origin}/nupay`,
      merchantKey: nuPay?.merchantKey ?? '',
      merchantToken: nuPay?.merchantToken ?? '',
      // Whoever's key it is, it has to be one.
      signingKeys: given.map((key) => (keys.some((known) => known === key) ? key : stranger)),
      clock: sandboxWorld.clock,
      budgetMs,
    }),
  dress: async (_stage, charge) => charge,
  pay: async (sandboxWorld, _gateway, charge) => {
    const paid = await sandboxWorld.ask('POST', '/sandbox/nupay/answer', { referenceId: charge.attemptId });
    if (paid.status !== 200) throw new Error(`${paid.status} ${JSON.stringify(paid.json)}`);
  },
  refused: { state: 'declined', code: 'app-refused' },
  namesPayee: false,
  refunds: true,
  listsCredits: false,
  traits: { triesAgain: true, hidesRefunds: true, messageSeconds: 600 },
});
