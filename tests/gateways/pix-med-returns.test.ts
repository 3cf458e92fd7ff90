import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxSecrets } from '#sandbox/accounts.server.ts';
import { createPixGateway } from '#src/gateways/pix-bcb/gateway.server.ts';
import { plainId } from '#src/gateways/pix-bcb/pix-ids.ts';
import { refundOf } from '#src/gateways/pix-bcb/pix.mapping.server.ts';
import { chargeOf, factIn, referenceTo } from './suite/charges.server.ts';
import { openSandboxWorld, type SandboxWorld } from './suite/sandbox-world.server.ts';

const pix = sandboxSecrets.companies['pix-bcb'];
let sandboxWorld: SandboxWorld;
beforeAll(async () => {
  sandboxWorld = await openSandboxWorld();
});
afterAll(() => sandboxWorld.close());

test.each(['MED_FRAUDE', 'MED_OPERACIONAL', 'MED_PIX_AUTOMATICO'])(
  'a return of nature %s is a dispute, once, and leaves nothing to take',
  async (natureza) => {
    const gateway = createPixGateway({
      ...{ baseUrl: `${sandboxWorld.world.origin}/pix-bank`, clientId: pix.clientId, clientSecret: pix.clientSecret },
      ...{ key: pix.key, notificationKeys: [pix.notificationSecret], addressSecret: pix.notificationSecret },
      ...{ account: { agency: '0001', number: '0123456' }, clock: sandboxWorld.clock, budgetMs: 8_000 },
    });
    const charge = chargeOf(sandboxWorld);
    await gateway.start(charge);
    const txid = plainId(charge.attemptId);
    expect((await sandboxWorld.ask('POST', '/sandbox/pix/pay', { txid })).status).toBe(200);
    expect((await sandboxWorld.ask('POST', '/sandbox/pix/take-back', { txid, natureza })).status).toBe(200);
    const { movements } = factIn(await gateway.find(referenceTo(charge, txid)));
    const { amount } = charge.amount;
    expect(movements.map((one) => [one.kind, one.amount])).toEqual([
      ['capture', amount],
      ['chargeback', amount],
    ]);
    expect(movements.map(({ dispute }) => dispute?.reason)).toEqual([undefined, natureza]);
    expect((await sandboxWorld.ask('POST', '/sandbox/pix/take-back', { txid, natureza })).status).toBe(409);
  },
);

test.each([['ORIGINAL'], ['RETIRADA'], [undefined]])('a return of nature %s is a refund', (natureza) => {
  const back = { id: '1', rtrId: 'D'.repeat(32), valor: '1.00', horario: {}, status: 'DEVOLVIDO' as const };
  expect(refundOf({ ...back, ...(natureza === undefined ? {} : { natureza }) }).kind).toBe('refund');
});
