import { createMPesaGateway } from '#src/gateways/m-pesa-vodacom/gateway.server.ts';
import { plainReference } from '#src/gateways/m-pesa-vodacom/references.ts';
import { runGatewaySuite } from './suite/gateway-suite.ts';
import { mPesaConfig } from './m-pesa-config.ts';

/** Every charge rings another phone. */
let phones = 0;

runGatewaySuite('M-Pesa at its operator', {
  company: 'm-pesa',
  keys: ['own-reports', 'own-reports-before'],
  make: (sandboxWorld, budgetMs) => createMPesaGateway(mPesaConfig(sandboxWorld, { budgetMs })),
  dress: async (_stage, charge) => {
    phones += 1;
    const phone = `+25884${String(phones).padStart(7, '0')}`;
    const payer = { ...charge.payer, phone };
    return { ...charge, amount: { amount: 114_000n, currency: 'MZN' }, market: 'MZ', locale: 'pt-MZ', payer };
  },
  pay: async (sandboxWorld, _gateway, charge) => {
    const reference = plainReference(charge.attemptId);
    const paid = await sandboxWorld.ask('POST', '/sandbox/m-pesa/answer', { reference, how: 'pin' });
    if (paid.status !== 200) throw new Error(`${paid.status} ${JSON.stringify(paid.json)}`);
  },
  refused: { state: 'declined', code: 'wallet-refused' },
  namesPayee: false,
  refunds: true,
  listsCredits: false,
  traits: { asksAtOnce: true, cannotRelease: true, hidesAmount: true, hidesRefunds: true, isQuiet: true },
});
