import { expect, test } from 'vitest';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import { createInPersonWorld } from '#tests/support/worlds/in-person-world.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { decideInPersonRefund, inPersonRefundsOf } from './index.server.ts';

const { sandboxWorld: stage, promise, take, orderState } = createInPersonWorld();

test('a surplus that a process with a late clock hands back is recorded as surplus, and refunded once', async () => {
  const { world, database } = stage;
  const payment = await promise('cash');
  accepted(await take(payment, { receipt: 'R-more' }, 120_000n));
  await expect(world.runJobs()).rejects.toThrow('fact');
  const [asked] = await inPersonRefundsOf(database.db, [payment.id]);
  expect(asked).toMatchObject({ amount: 6_000n, state: 'requested' });
  const behind = { ...world.ctx, clock: new VirtualClock(new Date(world.clock.now().getTime() - 600_000)) };
  accepted(
    await decideInPersonRefund(behind, stage.rui, { inPersonRefundId: asked?.id ?? '', agrees: true, ip: '192.0.2.7' }),
  );
  expect(await orderState(payment)).toEqual({ state: 'paid', received: 114_000n, returned: 0n });
  const breaks = await database.db.selectFrom('reconciliation_exceptions').select(['kind', 'state']).execute();
  expect(breaks).toEqual([{ kind: 'surplus', state: 'resolved' }]);
  await world.runJobs();
});
