import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cardToken } from '#tests/gateways/suite/charges.server.ts';
import { openSandboxWorld, type SandboxWorld } from '#tests/gateways/suite/sandbox-world.server.ts';
import { sandboxSecrets } from '../accounts.server.ts';

let stage: SandboxWorld;
let count = 0;
beforeAll(async () => {
  stage = await openSandboxWorld();
});
afterEach(async () => {
  await stage.clearFaults();
  await stage.world.quiet();
  stage.arrivals.length = 0;
  stage.answers.length = 0;
});
afterAll(() => stage.close());

const { merchant, secret } = sandboxSecrets.companies['test-acquirer'];

/** A charge whose webhook the acquirer sends at once; gives the order's number. */
async function charge(): Promise<string> {
  count += 1;
  const merchantOrderId = `told-${count}`;
  const answer = await fetch(`${stage.world.origin}/acquirer/charges`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${merchant}:${secret}`).toString('base64')}`,
      'idempotency-key': merchantOrderId,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      merchantOrderId,
      amount: 100,
      currency: 'BRL',
      installments: 1,
      capture: true,
      cardToken: await cardToken(stage, '4111111111111111'),
      notificationUrl: stage.notificationUrl,
    }),
  });
  expect(answer.status).toBe(201);
  return merchantOrderId;
}

const notifiedOrders = (): string[] => stage.arrivals.map(({ body }) => JSON.parse(body.toString()).merchantOrderId);

describe('messages', () => {
  test('may come before the answer to the call that caused them', async () => {
    await stage.faults({ target: 'notifications', mode: 'first', times: 1 });
    const order = await charge();
    expect(notifiedOrders()).toEqual([order]);
  });

  test('may come late, by the world’s clock', async () => {
    await stage.faults({ target: 'notifications', mode: 'delay', ms: 3 * 86_400_000, times: 1 });
    const order = await charge();
    await stage.world.quiet();
    expect(notifiedOrders()).toEqual([]);
    await stage.ask('POST', '/sandbox/clock', { advanceSeconds: 3 * 86_400 + 1 });
    await stage.arrived(1);
    expect(notifiedOrders()).toEqual([order]);
  });

  test('may overtake each other', async () => {
    await stage.faults({ target: 'notifications', mode: 'reorder', times: 1 });
    const [first, second] = [await charge(), await charge()];
    await stage.arrived(2);
    expect(notifiedOrders()).toEqual([second, first]);
  });

  test('are sent again when we answer badly, a bounded number of times, and not after 410', async () => {
    stage.answers.push(...Array.from({ length: 20 }, () => 503));
    await charge();
    for (let hour = 0; hour < 10; hour += 1) {
      await stage.world.quiet();
      await stage.ask('POST', '/sandbox/clock', { advanceSeconds: 3_600 });
    }
    expect(stage.arrivals).toHaveLength(6);

    stage.arrivals.length = 0;
    stage.answers.splice(0, 20, 410);
    await charge();
    await stage.world.quiet();
    await stage.ask('POST', '/sandbox/clock', { advanceSeconds: 3_600 });
    await stage.world.quiet();
    expect(stage.arrivals).toHaveLength(1);
  });

  test('that were owed at a crash are sent after it', async () => {
    stage.answers.push(500);
    const order = await charge();
    await stage.arrived(1);
    await stage.restart();
    await stage.arrived(2);
    expect(notifiedOrders()).toEqual([order, order]);
  });
});

test('the clock keeps its place over a restart', async () => {
  await stage.ask('POST', '/sandbox/clock', { advanceSeconds: 500 });
  const before = stage.clock.now().getTime();
  await stage.restart();
  expect(stage.clock.now().getTime()).toBeGreaterThanOrEqual(before);
  expect((await stage.ask('POST', '/sandbox/clock', { advanceSeconds: -5 })).status).toBe(422);
});
