import { createPagarmeGateway } from '#src/gateways/pagarme/gateway.server.ts';
import { runGatewaySuite } from '../suite/gateway-suite.ts';
import { announceHook, pagarmeKeys, pagarmeOn, pagarmeToken } from './pagarme-world.server.ts';

runGatewaySuite('Cards at Pagar.me', {
  company: 'pagarme',
  keys: pagarmeKeys,
  make: (sandboxWorld, budgetMs, keys) => createPagarmeGateway(pagarmeOn(sandboxWorld, budgetMs, keys)),
  dress: async (sandboxWorld, charge) => {
    await announceHook(sandboxWorld);
    return { ...charge, details: { cardToken: await pagarmeToken(sandboxWorld, '4111111111111111') } };
  },
  pay: null,
  refused: { state: 'declined', code: 'card-declined' },
  namesPayee: false,
  refunds: true,
  listsCredits: false,
  traits: { signsNothing: true },
});
