import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TaskKind, taskKinds, taskRules } from '#src/domain/sales/tasks/index.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { endpointOfTasks, type OpenedTasks, openOneOfEachTask } from '#tests/support/fixtures/open-tasks.server.ts';
import { schoolDocuments, silentFiscalAuthority } from '#tests/support/fixtures/school-documents.ts';
import { type ConsoleWorld, createConsoleWorld } from '#tests/support/worlds/console-world.server.ts';
import words from '../../browser/screens/tasks/tasks.copy.json' with { type: 'json' };
import { taskCures } from '../../browser/screens/tasks/task-cures.data.ts';

let database: TestDatabase;
let world: ConsoleWorld;
let opened: OpenedTasks;
beforeAll(async () => {
  database = await createTestDatabase();
  const ctx = { webhooks: endpointOfTasks, documents: schoolDocuments, fiscalAuthority: silentFiscalAuthority };
  world = await createConsoleWorld(database, { ctx });
  opened = await openOneOfEachTask(world, database);
});
afterAll(async () => {
  await world.close();
  await database.close();
});

const everyRole = ['finance@*', 'help@*', 'operator@*', 'auditor@*'] as const;
const kindsIn = (json: Record<string, unknown>) => (json['tasks'] as { kind: TaskKind }[]).map(({ kind }) => kind);
const addressOf = (kind: TaskKind) => `/tasks/one?kind=${kind}&id=${encodeURIComponent(opened.ids[kind])}`;

describe('the queue of tasks', () => {
  test('has each kind for who works on it, and no other', async () => {
    const kindsOf = async (role: 'finance@*' | 'operator@*' | 'marketing@*' | 'help@brand:other') =>
      kindsIn((await world.user(role, [role]).get('/tasks')).json);
    expect(kindsIn((await world.user('all', everyRole).get('/tasks')).json)).toHaveLength(taskKinds.length);
    expect(await kindsOf('operator@*')).toEqual(['webhook-endpoint-ended']);
    expect(await kindsOf('finance@*')).not.toContain('webhook-endpoint-ended');
    expect(await kindsOf('help@brand:other')).toEqual([]);
    expect((await world.user('eva', ['marketing@*']).get('/tasks')).status).toBe(403);
  });

  test.each(taskKinds)('opens a task of each kind with its playbook in every language: %s', async (kind) => {
    const all = world.user('all', everyRole);
    const one = await all.get(addressOf(kind));
    expect(one).toMatchObject({ status: 200, json: { kind, end: taskRules[kind].end } });
    for (const locale of ['pt-BR', 'es-PE', 'en'] as const) {
      const said: Record<string, string> = words[locale];
      for (const part of [`kind.${kind}`, ...['what', 'look', 'do'].map((of) => `playbook.${kind}.${of}`)])
        expect(said[`tasks.${part}`]?.length ?? 0).toBeGreaterThan(4);
    }
    // Every cure that a kind offers is one that its sale can have.
    expect(taskCures[kind].length === 0 || one.json['orderId'] === opened.orderId).toBe(true);
    expect((await world.user('eva', ['help@brand:other', 'finance@brand:other']).get(addressOf(kind))).status).toBe(
      404,
    );
  });

  test('shows a payout’s account with its payer, and records the look', async () => {
    const finance = world.user('caio', ['finance@*']);
    const { json } = await finance.get(addressOf('pay-out-refund'));
    expect(json['payout']).toMatchObject({ payer: { name: 'Maria da Silva' }, to: null, holder: 'unknown' });
    const looks = database.db.selectFrom('audit_log').select(['action', 'outcome']).where('actor', '=', 'staff:caio');
    expect(await looks.execute()).toEqual([{ action: 'payout.view', outcome: 'seen' }]);
  });

  test('is taken by who calls, and ended with what its kind needs', async () => {
    const finance = world.user('duda', ['finance@*']);
    const named = { kind: 'look-into-charge', id: opened.ids['look-into-charge'] };
    expect((await finance.post('/tasks/assign', named)).status).toBe(204);
    expect(kindsIn((await finance.get('/tasks?owner=me')).json)).toEqual(['look-into-charge']);
    expect(await finance.post('/tasks/assign', { ...named, accountId: 'stranger' })).toMatchObject({
      ...{ status: 422, json: { code: 'operator-unknown' } },
    });
    for (const missing of [{}, { reference: 'case-4711' }, { reason: 'found it' }])
      expect((await finance.post('/tasks/end', { ...named, ...missing })).status).toBe(422);
    const end = { ...named, reference: 'case-4711', reason: 'found it' };
    const late = world.user('old', ['finance@*'], { authenticatedAt: new Date(0) });
    expect((await late.post('/tasks/end', end)).json).toMatchObject({ code: 'sign-in-too-old' });
    expect((await finance.post('/tasks/end', end)).status).toBe(204);
    expect((await finance.post('/tasks/end', end)).status).toBe(404);
    const log = database.db
      .selectFrom('audit_log')
      .select(['action', 'outcome'])
      .where('subject_id', '=', named.id)
      .orderBy('id');
    expect(await log.execute()).toEqual([
      { action: 'task.assign', outcome: 'done' },
      { action: 'task.end', outcome: 'done' },
    ]);
  });

  test('drops an endpoint that is opened again', async () => {
    const operator = world.user('fabio', ['operator@*']);
    const id = opened.ids['webhook-endpoint-ended'];
    expect((await operator.post('/tasks/reopen-endpoint', { id })).status).toBe(204);
    expect(kindsIn((await operator.get('/tasks')).json)).toEqual([]);
    expect((await world.user('caio', ['finance@*']).post('/tasks/reopen-endpoint', { id })).status).toBe(404);
  });

  test('drops a refused fiscal note that is requested again, once, with its entry and without the number', async () => {
    const id = opened.ids['fiscal-note-refused'];
    const again = { id, document: '111.444.777-35' };
    expect((await world.user('hugo', ['help@*']).post('/tasks/request-note', again)).status).toBe(404);
    const finance = world.user('nina', ['finance@*']);
    expect((await finance.post('/tasks/request-note', { id, document: '111.444.777-00' })).status).toBe(422);
    expect(kindsIn((await finance.get('/tasks')).json)).toContain('fiscal-note-refused');
    expect((await finance.post('/tasks/request-note', again)).status).toBe(204);
    expect(kindsIn((await finance.get('/tasks')).json)).not.toContain('fiscal-note-refused');
    expect((await finance.post('/tasks/request-note', again)).status).toBe(404);
    const notes = database.db
      .selectFrom('fiscal_notes')
      .select(['sequence', 'state', 'declaration'])
      .orderBy('sequence');
    expect((await notes.execute())[1]).toMatchObject({
      ...{ sequence: 2, state: 'requested', declaration: expect.stringContaining('<CPF>11144477735</CPF>') },
    });
    const log = database.db.selectFrom('audit_log').selectAll().where('actor', '=', 'staff:nina');
    expect(await log.execute()).toMatchObject([
      {
        ...{ action: 'fiscal-note.request', subject_kind: 'order', subject_id: opened.orderId, outcome: 'done' },
        detail: { noteId: id, hasNewDocument: true },
      },
    ]);
  });
});
