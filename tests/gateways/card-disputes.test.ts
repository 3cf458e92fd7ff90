import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxSecrets } from '#sandbox/accounts.server.ts';
import { createTestAcquirerGateway } from '#src/gateways/test-acquirer/gateway.server.ts';
import { cardToken, chargeOf, factIn, referenceTo } from './suite/charges.server.ts';
import { openSandboxWorld, type SandboxWorld } from './suite/sandbox-world.server.ts';

const acquirer = sandboxSecrets.companies['test-acquirer'];
let sandboxWorld: SandboxWorld;
beforeAll(async () => {
  sandboxWorld = await openSandboxWorld();
});
afterAll(() => sandboxWorld.close());

test('a card dispute has reason, stage and deadline; an escalation changes the last two under the same movement', async () => {
  const gateway = createTestAcquirerGateway({
    ...{ baseUrl: `${sandboxWorld.world.origin}/acquirer`, merchant: acquirer.merchant, secret: acquirer.secret },
    ...{ notificationKeys: [acquirer.notificationSecret], clock: sandboxWorld.clock, budgetMs: 8_000 },
  });
  const charge = chargeOf(sandboxWorld, {
    details: { cardToken: await cardToken(sandboxWorld, '4111111111111111') },
  });
  const { reference } = factIn(await gateway.start(charge));
  const reverse = (command: object) =>
    sandboxWorld.ask('POST', '/sandbox/card/reverse', { charge: charge.attemptId, ...command });
  const dispute = async () =>
    factIn(await gateway.find(referenceTo(charge, reference ?? null))).movements.find(
      ({ kind }) => kind === 'chargeback',
    );

  expect((await reverse({ kind: 'escalate-dispute' })).status).toBe(409);
  expect((await reverse({ kind: 'dispute', reason: '13.1', days: 20 })).status).toBe(200);
  const first = await dispute();
  const days = (20 * 86_400_000) / 1000;
  expect(first?.dispute).toMatchObject({ reason: '13.1', stage: 'chargeback' });
  const left = ((first?.dispute?.evidenceDue?.getTime() ?? 0) - sandboxWorld.clock.now().getTime()) / 1000;
  expect(Math.abs(left - days)).toBeLessThan(60);

  expect((await reverse({ kind: 'escalate-dispute', stage: 'pre-arbitration', days: 30 })).status).toBe(200);
  const second = await dispute();
  expect(second).toMatchObject({ id: first?.id, amount: first?.amount });
  expect(second?.dispute).toMatchObject({ reason: '13.1', stage: 'pre-arbitration' });
  expect(second?.dispute?.evidenceDue?.getTime()).toBeGreaterThan(first?.dispute?.evidenceDue?.getTime() ?? 0);
});
