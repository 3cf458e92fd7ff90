import { expect, test } from 'vitest';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import { deskStage } from '#tests/support/desk-stage.server.ts';
import { accepted } from '#tests/support/domain-world.server.ts';
import { decideReversal, reversalsOf } from './index.server.ts';

const { stage, promise, take, orderState } = deskStage();

test('too much money that is handed back at a process whose clock is behind is what was too much, and goes back once', async () => {
  const { world, database } = stage;
  const claim = await promise('cash');
  accepted(await take(claim, { receipt: 'R-more' }, 120_000n));
  await expect(world.runJobs()).rejects.toThrow('fact');
  const [asked] = await reversalsOf(database.db, [claim.id]);
  expect(asked).toMatchObject({ amount: 6_000n, state: 'asked' });
  const behind = { ...world.ctx, clock: new VirtualClock(new Date(world.clock.now().getTime() - 600_000)) };
  accepted(await decideReversal(behind, stage.rui, { reversalId: asked?.id ?? '', agrees: true, ip: '192.0.2.7' }));
  expect(await orderState(claim)).toEqual({ state: 'paid', received: 114_000n, returned: 0n });
  const breaks = await database.db.selectFrom('money_breaks').select(['kind', 'state']).execute();
  expect(breaks).toEqual([{ kind: 'surplus', state: 'resolved' }]);
  await world.runJobs();
});
