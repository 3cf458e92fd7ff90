import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { freezeClock } from '#tests/support/clock/freeze-clock.ts';
import { refundOrder, requeueStuckWork } from '../index.server.ts';

const hour = 3_600_000;

let database: TestDatabase;
let world: DomainWorld;
let errors: unknown[];
beforeEach(async () => {
  database = await createTestDatabase();
  errors = [];
  world = createDomainWorld(database, {
    log: { info: () => undefined, warn: () => undefined, error: (...said) => void errors.push(said) },
  });
});
afterEach(() => database.close());

/** An order that a refund of 10.00 was asked for, and one whose code was paid twice: two debts, whose jobs are lost. */
async function owed() {
  freezeClock();
  const one = await world.buyer();
  world.gateway.behavior = 'capture';
  const sold = accepted(await world.pay(one.session, one.quote));
  const { parts } = accepted(await refundOrder(world.ctx, sold.orderId, 1_000n, newSecret(), 'x'));
  const other = await world.buyer();
  world.gateway.behavior = 'await';
  const code = accepted(await world.pay(other.session, other.quote, { method: 'by-code' }));
  world.gateway.receive(code.attemptId);
  world.gateway.receive(code.attemptId);
  await world.notify(code.attemptId);
  const { id: exceptionId } = await database.db
    .selectFrom('reconciliation_exceptions')
    .select('id')
    .executeTakeFirstOrThrow();
  world.sent.length = 0;
  return { sold, code, partId: parts[0]?.id ?? '', exceptionId };
}

describe('an owed refund whose job failed for good', () => {
  test('T-33 is queued again once no queue retries it', async () => {
    const { partId, exceptionId } = await owed();
    world.clock.advance(2 * hour);
    expect(await requeueStuckWork(world.ctx)).toBe(0);
    expect(world.sent).toEqual([]);
    world.clock.advance(1);
    expect(await requeueStuckWork(world.ctx)).toBe(2);
    expect(world.sent).toEqual([
      { job: 'refund-surplus', data: { exceptionId } },
      { job: 'refund-part', data: { partId } },
    ]);
    await world.runJobs();
    world.clock.advance(hour);
    expect(await requeueStuckWork(world.ctx)).toBe(0);
    expect(world.gateway.balance()).toBe(2n * 114_000n - 1_000n);
  });

  test('T-33 becomes a task after three days, once, and each is reported', async () => {
    const { sold, code, exceptionId, partId } = await owed();
    world.clock.advance(72 * hour);
    await requeueStuckWork(world.ctx);
    expect(errors).toEqual([]);
    world.sent.length = 0;
    world.clock.advance(1);
    expect(await requeueStuckWork(world.ctx)).toBe(0);
    expect(world.sent).toEqual([]);
    const reported = [
      ['surplus-needs-staff', { attemptId: code.attemptId, orderId: code.orderId }],
      ['refund-needs-staff', { attemptId: sold.attemptId, orderId: sold.orderId }],
    ];
    expect(errors).toEqual(reported);
    const [breaks, parts] = await Promise.all([
      database.db.selectFrom('reconciliation_exceptions').select(['task', 'state']).execute(),
      database.db.selectFrom('refund_parts').select('state').execute(),
    ]);
    const asked = database.db.selectFrom('emails').select('dedup').where('kind', '=', 'payout-account-wanted');
    expect((await asked.execute()).map(({ dedup }) => dedup).sort()).toEqual([exceptionId, partId].sort());
    expect([breaks, parts]).toEqual([[{ task: 'give-back-by-hand', state: 'open' }], [{ state: 'by-hand' }]]);
    await requeueStuckWork(world.ctx);
    expect(errors).toEqual(reported);
  });

  test('is queued again to void an attempt that another has replaced', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'await';
    const code = accepted(await world.pay(session, quote, { method: 'by-code' }));
    accepted(await world.pay(session, quote, { method: 'by-code' }));
    world.sent.length = 0;
    world.clock.advance(2 * hour + 1);
    expect(await requeueStuckWork(world.ctx)).toBe(1);
    expect(world.sent).toEqual([{ job: 'void-attempt', data: { attemptId: code.attemptId } }]);
  });

  test('is not queued again once it is refunded', async () => {
    const { partId, exceptionId } = await owed();
    world.sent.push({ job: 'refund-surplus', data: { exceptionId } }, { job: 'refund-part', data: { partId } });
    await world.runJobs();
    world.clock.advance(73 * hour);
    expect(await requeueStuckWork(world.ctx)).toBe(0);
    expect(errors).toEqual([]);
    expect(await database.db.selectFrom('reconciliation_exceptions').select(['task', 'state']).execute()).toEqual([
      { task: 'give-back', state: 'resolved' },
    ]);
    expect(await database.db.selectFrom('refund_parts').select('state').execute()).toEqual([{ state: 'done' }]);
  });
});
