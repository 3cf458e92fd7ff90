import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { type OpenedTasks, openOneOfEachTask, worldWithEndpoint } from '#tests/support/fixtures/open-tasks.server.ts';
import { accepted, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { queueEmail } from '../../messaging/emails/index.server.ts';
import {
  openTask,
  openTasks,
  assignTask,
  endTask,
  reopenEndedEndpoint,
  taskKinds,
  type TaskView,
} from './index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
let opened: OpenedTasks;
beforeEach(async () => {
  database = await createTestDatabase();
  world = worldWithEndpoint(database);
  opened = await openOneOfEachTask(world, database);
});
afterEach(() => database.close());

const everything: readonly TaskView[] = [{ kinds: taskKinds, scope: { kind: 'all' } }];
const by = 'staff:ana';
const list = (change: Partial<Parameters<typeof openTasks>[1]> = {}) =>
  openTasks(world.ctx, { views: everything, limit: 50, ...change });
const kindsOf = async (change: Parameters<typeof list>[0] = {}) => (await list(change)).map(({ kind }) => kind);
const inScope = (scope: TaskView['scope']) => ({ views: [{ kinds: taskKinds, scope }] });

describe('the queue of tasks', () => {
  test('has every kind, oldest first, in pages that leave none out', async () => {
    const all = await list();
    expect(all.map(({ kind }) => kind)).toEqual(taskKinds.toReversed());
    expect(all.map(({ id }) => id)).toEqual(taskKinds.toReversed().map((kind) => opened.ids[kind]));
    expect(all.find(({ kind }) => kind === 'fiscal-note-refused')).toMatchObject({ cause: 'E160', amount: 100n });
    const first = await list({ limit: 5 });
    const last = first.at(-1);
    const rest = await list({ after: { openedAt: last?.openedAt ?? new Date(0), id: last?.id ?? '' } });
    expect([...first, ...rest]).toEqual(all);
  });

  test('shows what a scope holds, and each kind only to whom it is open', async () => {
    const none = { brands: [], units: [], sellers: [] };
    expect(await kindsOf(inScope({ kind: 'none' }))).toEqual([]);
    expect(await kindsOf({ views: [] })).toEqual([]);
    expect(await kindsOf(inScope({ kind: 'some', ...none, brands: ['another'] }))).toEqual([]);
    expect(await kindsOf(inScope({ kind: 'some', ...none, brands: ['school'] }))).toHaveLength(taskKinds.length);
    const ofSeller = await kindsOf(inScope({ kind: 'some', ...none, sellers: [{ brand: 'school', seller: 'ana' }] }));
    // An endpoint and a person's data are no seller's.
    expect(ofSeller).toHaveLength(taskKinds.length - 2);
    expect(await kindsOf(inScope({ kind: 'some', ...none, sellers: [{ brand: 'school', seller: 'rui' }] }))).toEqual(
      [],
    );
    const atUnit = inScope({ kind: 'some', ...none, units: [{ brand: 'school', unit: 'centro' }] });
    expect(await kindsOf(atUnit)).toEqual([]);
    await database.pool.query(
      `insert into in_person_payments
         (id, attempt_id, order_id, brand, unit_id, unit, code, method, proof_kind, amount, currency, state, expires_at, created_at)
       select 'inp_1', id, order_id, 'school', 'centro', '{}', 'ABCDEF', 'cash', 'receipt', 100, 'BRL', 'collected', now(), now()
       from attempts where order_id = $1 limit 1`,
      [opened.orderId],
    );
    // Where a unit took the money, the sale is the unit's.
    expect(await kindsOf(atUnit)).toEqual(ofSeller);
    const taken = { kind: 'look-into-charge', id: opened.ids['look-into-charge'] } as const;
    expect(await openTask(world.ctx, taken)).toMatchObject({ seller: 'ana', unit: 'centro' });
    expect(await kindsOf({ views: [{ kinds: ['answer-dispute'], scope: { kind: 'all' } }] })).toEqual([
      'answer-dispute',
    ]);
  });

  test.each(taskKinds)('gives a task of each kind an owner, once: %s', async (kind) => {
    let written = 0;
    const onWritten = async () => {
      written += 1;
    };
    const key = { kind, id: opened.ids[kind] };
    accepted(await assignTask(world.ctx, key, by, onWritten));
    accepted(await assignTask(world.ctx, key, by, onWritten));
    expect(written).toBe(1);
    expect(await kindsOf({ assignedTo: by })).toEqual([kind]);
    expect(await kindsOf({ assignedTo: null })).toHaveLength(taskKinds.length - 1);
  });

  test.each(taskKinds)('ends a task of each kind, once, with its entry or not at all: %s', async (kind) => {
    const key = { kind, id: opened.ids[kind] };
    const end = { by, reference: `E2E-${kind}`, reason: 'looked into it' };
    const broken = async () => {
      throw new Error('no entry');
    };
    await expect(endTask(world.ctx, key, end, broken)).rejects.toThrow('no entry');
    expect(await kindsOf()).toContain(kind);
    let written = 0;
    const onWritten = async () => {
      written += 1;
    };
    accepted(await endTask(world.ctx, key, end, onWritten));
    await endTask(world.ctx, key, end, onWritten);
    expect(await kindsOf()).not.toContain(kind);
    expect(await assignTask(world.ctx, key, by)).toEqual({ ok: false, error: 'task-not-found' });
    expect(written).toBe(1);
  });

  test('drops a task when its cause is cured', async () => {
    const { ctx, clock } = world;
    accepted(await reopenEndedEndpoint(ctx, opened.ids['webhook-endpoint-ended']));
    expect(await kindsOf()).not.toContain('webhook-endpoint-ended');
    expect(await reopenEndedEndpoint(ctx, opened.ids['webhook-endpoint-ended'])).toEqual({
      ok: false,
      error: 'task-ended',
    });
    clock.advance(1000);
    await queueEmail(ctx, database.db, opened.orderId, 'payout-account-wanted', 'again');
    expect(await kindsOf()).not.toContain('email-given-up');
  });

  test('has an endpoint again that ended once more', async () => {
    const key = { kind: 'webhook-endpoint-ended', id: opened.ids['webhook-endpoint-ended'] } as const;
    accepted(await endTask(world.ctx, key, { by, reference: '', reason: 'the school closes' }));
    expect(await kindsOf()).not.toContain(key.kind);
    const later = new Date(world.clock.now().getTime() + 60_000);
    await database.db.updateTable('webhook_endpoints').set({ ended_at: later }).execute();
    expect(await kindsOf()).toContain(key.kind);
    accepted(await assignTask(world.ctx, key, by));
    expect(await kindsOf({ assignedTo: by })).toEqual([key.kind]);
  });
});
