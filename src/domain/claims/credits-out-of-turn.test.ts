import { expect, test } from 'vitest';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { deskStage } from '#tests/support/desk-stage.server.ts';
import { accepted } from '#tests/support/domain-world.server.ts';
import { createClaimDesk } from './index.server.ts';

const { stage, promise, take } = deskStage();

test('money that was written down first and committed last is in the list of credits', async () => {
  const { db } = stage.database;
  const [slow, quick] = [await promise('cash'), await promise('cash')];
  const { promise: isWritten, resolve: written } = Promise.withResolvers<undefined>();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<undefined>();
  const writing = transaction(db, async (trx) => {
    const movement = { id: 'mov_slow', claim_id: slow.id, kind: 'capture', amount: slow.amount } as const;
    const by = { currency: slow.currency, proof: '{}', proof_key: 'slow', person_id: stage.ana.id };
    await trx
      .insertInto('claim_movements')
      .values({ ...movement, ...by, at: stage.world.clock.now() })
      .execute();
    written(undefined);
    await mayEnd;
  });
  await isWritten;
  accepted(await take(quick, { receipt: 'R-quick' }));
  const reading = createClaimDesk({ db, clock: stage.world.clock }).creditsAfter(0n, 100);
  await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, 300))]);
  end(undefined);
  await writing;
  const attempts = (await reading).map(({ attemptId }) => attemptId);
  expect(attempts).toEqual([slow.attemptId, quick.attemptId]);
});
