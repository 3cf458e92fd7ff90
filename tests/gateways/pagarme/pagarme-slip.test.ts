import { createPagarmeSlipGateway } from '#src/gateways/pagarme-slip/gateway.server.ts';
import { runGatewaySuite } from '../suite/gateway-suite.ts';
import { announceHook, pagarmeKeys, pagarmeOn } from './pagarme-world.server.ts';

runGatewaySuite('Slips at Pagar.me', {
  company: 'pagarme',
  keys: pagarmeKeys,
  make: (sandboxWorld, budgetMs, keys) => createPagarmeSlipGateway(pagarmeOn(sandboxWorld, budgetMs, keys)),
  dress: async (sandboxWorld, charge) => {
    await announceHook(sandboxWorld);
    return { ...charge, expiresAt: new Date(sandboxWorld.clock.now().getTime() + 3 * 86_400_000) };
  },
  pay: async (sandboxWorld, _gateway, charge) => {
    const paid = await sandboxWorld.ask('POST', '/sandbox/pagarme/pay', { charge: charge.attemptId });
    if (paid.status !== 200) throw new Error(`${paid.status} ${JSON.stringify(paid.json)}`);
  },
  refused: { state: 'declined', code: 'slip-refused' },
  namesPayee: false,
  refunds: false,
  listsCredits: false,
  traits: { signsNothing: true },
});
