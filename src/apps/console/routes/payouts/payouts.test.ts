import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parsePayoutKey, requestCoolingOff, savePayoutDetails } from '#src/domain/refunds/cooling-off/index.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { type ConsoleUser, type ConsoleWorld, createConsoleWorld } from '#tests/support/worlds/console-world.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import type { PayoutBatch, PayoutResults } from './payouts.types.ts';

let database: TestDatabase;
let world: ConsoleWorld;
let finance: ConsoleUser;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await createConsoleWorld(database);
});
afterAll(async () => {
  await world.close();
  await database.close();
});
beforeEach(() => {
  finance = world.user('caio', ['finance@*']);
});

const day = 86_400_000;

/** A refund that a person pays; its buyer gave an account a day ago, or just now. */
async function owed({ isHeld = false } = {}): Promise<{ readonly id: string; readonly orderId: string }> {
  const { session, quote } = await world.buyer();
  const { orderId } = accepted(await world.pay(session, quote));
  accepted(await requestCoolingOff(world.ctx, orderId));
  const parts = database.db.updateTable('refund_parts').set({ state: 'by-hand' }).where('order_id', '=', orderId);
  const { id } = await parts.returning('id').executeTakeFirstOrThrow();
  const account = parsePayoutKey('maria@example.com');
  if (!account) throw new Error('This is a key');
  accepted(await savePayoutDetails(world.ctx, orderId, account, '127.0.0.1'));
  if (!isHeld)
    await database.pool.query('update payout_details set given_at = $1 where order_id = $2', [
      new Date(world.clock.now().getTime() - day),
      orderId,
    ]);
  return { id, orderId };
}

const record = async (who: ConsoleUser, ids: readonly string[], reference: string) => {
  const answer = await who.post('/payouts', { ids, reference });
  expect(answer.status).toBe(200);
  // The route declares the shape of what it answers.
  return (answer.json as unknown as PayoutResults).results;
};
const referenceOf = async (id: string) => {
  const part = database.db.selectFrom('refund_parts').select(['state', 'movement_id']).where('id', '=', id);
  return part.executeTakeFirstOrThrow();
};
const entriesOf = (ids: readonly string[]) =>
  database.db
    .selectFrom('audit_log')
    .select(['action', 'subject_id', 'outcome'])
    .where('subject_id', 'in', ids)
    .orderBy('id')
    .execute();

describe('payouts that were paid together', () => {
  test('are read with each payer beside their account, and each look is recorded', async () => {
    const [one, held] = [await owed(), await owed({ isHeld: true })];
    const { json } = await finance.get(`/payouts?id=${one.id}&id=${held.id}&id=rfp_none`);
    const { payouts } = json as unknown as PayoutBatch;
    expect(payouts).toMatchObject([
      {
        id: one.id,
        payout: { payer: { name: 'Maria da Silva' }, to: { value: 'maria@example.com', isPaused: false } },
      },
      { id: held.id, payout: { to: { isPaused: true } } },
    ]);
    expect(await entriesOf([one.id, held.id])).toEqual(
      [one, held].map(({ id }) => ({ action: 'payout.view', subject_id: id, outcome: 'seen' })),
    );
    expect((await finance.get(`/payouts?id=${one.id}`)).json['payouts']).toHaveLength(1);
  });

  test('are each recorded by their own command and entry, and each that fails says why', async () => {
    const [first, second, held, ended] = [await owed(), await owed(), await owed({ isHeld: true }), await owed()];
    expect(await record(finance, [ended.id], 'lote-4700')).toEqual([{ id: ended.id, failure: null }]);
    const ids = [first.id, held.id, ended.id, 'rfp_none', second.id];
    expect(await record(finance, ids, 'lote-4711')).toEqual([
      { id: first.id, failure: null },
      { id: held.id, failure: 'payout-paused' },
      { id: ended.id, failure: 'task-ended' },
      { id: 'rfp_none', failure: 'not-found' },
      { id: second.id, failure: null },
    ]);
    for (const { id } of [first, second])
      expect(await referenceOf(id)).toEqual({ state: 'done', movement_id: `lote-4711.${id}` });
    expect(await referenceOf(held.id)).toMatchObject({ state: 'by-hand' });
    expect(await entriesOf([first.id, second.id, held.id])).toEqual([
      { action: 'task.end', subject_id: first.id, outcome: 'done' },
      { action: 'task.end', subject_id: held.id, outcome: 'refused:payout-paused' },
      { action: 'task.end', subject_id: second.id, outcome: 'done' },
    ]);
    const booked = database.db.selectFrom('ledger_transfers').select(['amount', 'order_id']);
    const lines = booked.where('gateway', '=', 'by-hand').where('movement_id', 'like', 'lote-4711.%');
    expect((await lines.execute()).map(({ order_id }) => order_id).toSorted()).toEqual(
      [first.orderId, second.orderId].toSorted(),
    );
  });

  test('sent again after a lost answer, or by two people at once, are recorded once', async () => {
    const [one, other] = [await owed(), await owed()];
    const ids = [one.id, other.id];
    const bia = world.user('bia', ['finance@*']);
    const both = await Promise.all([record(finance, ids, 'lote-4712'), record(bia, ids, 'lote-4712')]);
    const done = ids.map((id) => ({ id, failure: null }));
    expect([...both, await record(finance, ids, 'lote-4712')]).toEqual([done, done, done]);
    expect((await entriesOf(ids)).map(({ subject_id }) => subject_id).toSorted()).toEqual(ids.toSorted());
  });

  test('are of one currency, of a fresh sign-in, and within the person’s scope', async () => {
    const { id, orderId } = await owed();
    await database.pool.query(
      `insert into reconciliation_exceptions (id, kind, order_id, attempt_id, movement_id, amount, currency, task, state, created_at)
       select 'brk_pen', 'surplus', order_id, id, 'm', 100, 'PEN', 'give-back-by-hand', 'open', now() from attempts where order_id = $1`,
      [orderId],
    );
    const body = { ids: [id], reference: 'lote-4713' };
    expect((await finance.post('/payouts', { ...body, ids: [id, 'brk_pen'] })).status).toBe(422);
    expect((await finance.post('/payouts', { ...body, reference: 'x'.repeat(33) })).status).toBe(422);
    const late = world.user('old', ['finance@*'], { authenticatedAt: new Date(0) });
    expect((await late.post('/payouts', body)).json).toMatchObject({ code: 'sign-in-too-old' });
    expect((await late.get(`/payouts?id=${id}`)).json).toMatchObject({ code: 'sign-in-too-old' });
    expect((await world.user('ana', ['help@*']).post('/payouts', body)).status).toBe(403);
    const other = world.user('rui', ['finance@brand:other']);
    expect((await other.get(`/payouts?id=${id}`)).json['payouts']).toEqual([]);
    expect(await record(other, [id], 'lote-4713')).toEqual([{ id, failure: 'not-found' }]);
    expect(await referenceOf(id)).toMatchObject({ state: 'by-hand' });
    expect(await entriesOf([id])).toEqual([]);
  });
});
