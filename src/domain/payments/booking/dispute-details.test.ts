import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { closeDispute, pollAttempt } from '../index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
let attemptId: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  world = createDomainWorld(database);
  world.gateway.behavior = 'capture';
  const { session, quote } = await world.buyer();
  attemptId = accepted(await world.pay(session, quote)).attemptId;
});

const poll = () => pollAttempt(world.ctx, attemptId, 'webhook');

async function stored() {
  return database.db
    .selectFrom('disputes')
    .select(['reason', 'stage', 'evidence_due', 'outcome', 'decided_at'])
    .where('attempt_id', '=', attemptId)
    .executeTakeFirstOrThrow();
}

const due = new Date('2027-01-10T23:59:59Z');
const open = { outcome: null, decided_at: null };

test('dispute details: a gateway that reports none leaves a chargeback without a deadline', async () => {
  world.gateway.giveBack(attemptId, 10_000n, 'chargeback');
  await poll();
  expect(await stored()).toEqual({ reason: null, stage: 'chargeback', evidence_due: null, ...open });
});

test('dispute details: a later stage and deadline replace the earlier ones, and money is booked once', async () => {
  const { id } = world.gateway.giveBack(attemptId, 10_000n, 'chargeback', { reason: '10.4', evidenceDue: due });
  await poll();
  expect(await stored()).toEqual({ reason: '10.4', stage: 'chargeback', evidence_due: due, ...open });
  const later = new Date(due.getTime() + 30 * 86_400_000);
  world.gateway.changeDispute(attemptId, id, { stage: 'pre-arbitration', evidenceDue: later });
  await poll();
  await poll();
  expect(await stored()).toEqual({ reason: '10.4', stage: 'pre-arbitration', evidence_due: later, ...open });
  const { rows } = await database.pool.query(
    `select count(*)::int as lines from ledger_transfers where attempt_id = $1 and kind like 'dispute%'`,
    [attemptId],
  );
  expect(rows).toEqual([{ lines: 1 }]);
});

test('dispute details: a reason that is no code is not stored, because it may name a person', async () => {
  world.gateway.giveBack(attemptId, 10_000n, 'chargeback', { reason: 'Maria da Silva says no' });
  await poll();
  expect((await stored()).reason).toBeNull();
});

test('dispute details: a win of its gateway is the outcome', async () => {
  world.gateway.giveBack(attemptId, 10_000n, 'chargeback');
  await poll();
  world.gateway.giveBack(attemptId, 10_000n, 'chargeback-won');
  await poll();
  expect(await stored()).toMatchObject({ outcome: 'won', decided_at: expect.any(Date) });
});

const task = () =>
  database.db
    .selectFrom('reconciliation_exceptions')
    .select(['id', 'outcome', 'resolved_by', 'resolved_at'])
    .where('attempt_id', '=', attemptId)
    .where('kind', '=', 'dispute')
    .executeTakeFirstOrThrow();

test('dispute details: a dispute that staff concede is lost, and won when its gateway wins it all the same', async () => {
  world.gateway.giveBack(attemptId, 10_000n, 'chargeback');
  await poll();
  accepted(await closeDispute(world.ctx, (await task()).id, { by: 'token:ana', reference: 'case-1' }));
  const conceded = await task();
  expect(conceded).toMatchObject({ outcome: 'lost', resolved_by: 'token:ana' });
  expect(await stored()).toMatchObject({ outcome: 'lost', decided_at: conceded.resolved_at });
  world.clock.advance(86_400_000);
  world.gateway.giveBack(attemptId, 10_000n, 'chargeback-won');
  await poll();
  const { outcome, decided_at: decidedAt } = await stored();
  expect(outcome).toBe('won');
  expect(Number(decidedAt)).toBeGreaterThan(Number(conceded.resolved_at));
  expect(await task()).toEqual(conceded);
});
