import { afterAll, beforeAll, expect, test } from 'vitest';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { requestCoolingOff, coolingOffOf } from './index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterAll(() => database.close());

test('a purchase can be withdrawn at once, also at a process whose clock is behind the capture’s', async () => {
  const { session, quote } = await world.buyer();
  const { orderId } = accepted(await world.pay(session, quote));
  const behind = { ...world.ctx, clock: new VirtualClock(new Date(world.clock.now().getTime() - 600_000)) };
  expect(await coolingOffOf(behind, orderId)).toMatchObject({ standing: 'open', amount: 114_000n });
  expect(accepted(await requestCoolingOff(behind, orderId))).toEqual({ isNew: true });
  await world.runJobs();
  expect(await coolingOffOf(behind, orderId)).toMatchObject({ standing: 'done', order: { state: 'refunded' } });
});
