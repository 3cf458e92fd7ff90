import { expect, test } from 'vitest';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { createInPersonWorld } from '#tests/support/worlds/in-person-world.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { createInPersonPaymentService } from './index.server.ts';

const { sandboxWorld: stage, promise, take } = createInPersonWorld();

test('a credit recorded first and committed last is in the list of credits', async () => {
  const { db } = stage.database;
  const [slow, quick] = [await promise('cash'), await promise('cash')];
  const { promise: isWritten, resolve: written } = Promise.withResolvers<undefined>();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<undefined>();
  const writing = transaction(db, async (trx) => {
    const movement = { id: 'mov_slow', in_person_payment_id: slow.id, kind: 'capture', amount: slow.amount } as const;
    const by = { currency: slow.currency, proof: '{}', proof_key: 'slow', staff_member_id: stage.ana.id };
    await trx
      .insertInto('in_person_movements')
      .values({ ...movement, ...by, at: stage.world.clock.now() })
      .execute();
    written(undefined);
    await mayEnd;
  });
  await isWritten;
  accepted(await take(quick, { receipt: 'R-quick' }));
  const reading = createInPersonPaymentService({ db, clock: stage.world.clock }).creditsAfter(0n, 100);
  await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, 300))]);
  end(undefined);
  await writing;
  const attempts = (await reading).map(({ attemptId }) => attemptId);
  expect(attempts).toEqual([slow.attemptId, quick.attemptId]);
});
