import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { type ConsoleUser, type ConsoleWorld, createConsoleWorld } from '#tests/support/worlds/console-world.server.ts';
import type { SavedViewItem } from './views.types.ts';

let database: TestDatabase;
let world: ConsoleWorld;
const users: Record<string, ConsoleUser> = {};
const grants = { ana: ['help@*'], bia: ['help@brand:school', 'finance@*'], caio: ['finance@*'] } as const;
type Name = keyof typeof grants;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await createConsoleWorld(database);
  const now = world.clock.now();
  for (const [name, own] of Object.entries(grants)) {
    users[name] = world.user(name, own);
    await database.db
      .insertInto('staff_accounts')
      .values({
        ...{ id: name, issuer: 'https://login.example', subject: name, email: `${name}@escola.example`, name },
        ...{ locale: 'pt-BR', created_at: now, signed_in_at: now },
      })
      .execute();
  }
});
afterAll(async () => {
  await world.close();
  await database.close();
});

const unpaid = {
  ...{ list: 'sales', name: 'Não pagas do Pix', sharedWith: null },
  ...{ filters: { state: ['open', 'partly-paid'], method: ['pix'] }, columns: ['when', 'buyer'] },
};

function user(name: Name): ConsoleUser {
  const found = users[name];
  if (!found) throw new Error(name);
  return found;
}

async function save(name: Name, change: object = {}): Promise<string> {
  const { status, json } = await user(name).post('/views', { ...unpaid, ...change });
  expect([status, typeof json['id']]).toEqual([200, 'string']);
  return String(json['id']);
}

async function viewsOf(name: Name, list = 'sales'): Promise<readonly SavedViewItem[]> {
  const { status, json } = await user(name).get(`/views?list=${list}`);
  expect(status).toBe(200);
  return json['views'] as SavedViewItem[];
}

const namesOf = async (name: Name): Promise<readonly string[]> => (await viewsOf(name)).map((view) => view.name);
const codeOf = async (name: Name, body: object): Promise<unknown> =>
  (await user(name).post('/views', body)).json['code'];

test('A view is its owner’s, with its filters and columns, until it is shared with a role or the team', async () => {
  const id = await save('ana');
  expect(await viewsOf('ana')).toEqual([
    { ...unpaid, id, isOwn: true, mayDelete: true, ownerName: 'ana', list: 'sales' },
  ]);
  const put = (sharedWith: string | null) => user('ana').call('PUT', `/views/${id}`, { ...unpaid, sharedWith });
  const readers = async () =>
    Promise.all((['ana', 'bia', 'caio'] as const).map(async (one) => (await user(one).get(`/views/${id}`)).status));
  expect(await readers()).toEqual([200, 404, 404]);
  await put('role:help');
  expect(await readers()).toEqual([200, 200, 404]);
  expect(await viewsOf('bia')).toEqual([expect.objectContaining({ id, isOwn: false, mayDelete: false })]);
  await put('team');
  expect(await readers()).toEqual([200, 200, 200]);
  await put(null);
  expect(await readers()).toEqual([200, 404, 404]);
});

test('A view is renamed, changed and deleted by its owner alone', async () => {
  const id = await save('ana', { name: 'Do time', sharedWith: 'team' });
  for (const answer of [
    await user('bia').call('PUT', `/views/${id}`, { ...unpaid, name: 'Minha agora' }),
    await user('bia').call('DELETE', `/views/${id}`),
    await user('ana').call('PUT', `/views/${id}`, { ...unpaid, list: 'tasks', filters: {} }),
  ])
    expect(answer.status).toBe(404);
  const changed = { ...unpaid, name: 'Pagas', filters: { state: ['paid'] }, columns: [] };
  expect((await user('ana').call('PUT', `/views/${id}`, changed)).status).toBe(200);
  expect((await user('ana').get(`/views/${id}`)).json).toMatchObject(changed);
  expect((await user('ana').call('DELETE', `/views/${id}`)).status).toBe(200);
  expect((await user('ana').get(`/views/${id}`)).status).toBe(404);
});

test('A name is one view’s of a person and list, in capitals or not', async () => {
  const id = await save('caio', { name: 'Segunda-feira' });
  expect(await codeOf('caio', { ...unpaid, name: 'SEGUNDA-FEIRA' })).toBe('view-name-taken');
  await save('caio', { name: 'Segunda-feira', list: 'tasks', filters: { owner: ['me'] } });
  await save('bia', { name: 'Segunda-feira' });
  await save('caio', { name: 'Terça-feira' });
  const renamed = await user('caio').call('PUT', `/views/${id}`, { ...unpaid, name: 'terça-feira' });
  expect(renamed.json['code']).toBe('view-name-taken');
  expect((await user('caio').call('PUT', `/views/${id}`, { ...unpaid, name: 'segunda-feira' })).status).toBe(200);
  expect(await namesOf('caio')).toEqual(['segunda-feira', 'Terça-feira']);
});

test.each([
  ['a filter of another list', { filters: { owner: ['me'] } }],
  ['a page', { filters: { after: ['1.2'] } }],
  ['an e-mail address', { filters: { source: ['ana@escola.example'] } }],
  ['a CPF', { filters: { source: ['123.456.789-09'] } }],
  ['a phone', { filters: { seller: ['(11) 91234-5678'] } }],
  ['no name', { name: '  ' }],
  ['a role that does not exist', { sharedWith: 'role:owner' }],
])('A view with %s is refused', async (_title, change) => {
  expect((await user('ana').post('/views', { ...unpaid, name: 'Outra', ...change })).status).toBe(422);
});

test('A view of somebody who has left stays for those it is shared with, and they may delete it', async () => {
  const [shared, own] = [await save('caio', { name: 'A', sharedWith: 'team' }), await save('caio', { name: 'B' })];
  await database.pool.query("update staff_accounts set left_at = now() where id = 'caio'");
  expect(await viewsOf('ana')).toContainEqual(expect.objectContaining({ id: shared, mayDelete: true }));
  expect((await user('ana').call('DELETE', `/views/${own}`)).status).toBe(404);
  expect((await user('ana').call('DELETE', `/views/${shared}`)).status).toBe(200);
});

test('A fifty-first view of a list is refused, and an address of a buyer by the database itself', async () => {
  await database.pool.query(`
    insert into saved_views select 'v' || n, 'disputes', 'v' || n, 'bia', null, '{}', '{}', now(), now() from generate_series(1, 50) n`);
  expect(await codeOf('bia', { ...unpaid, list: 'disputes', filters: {} })).toBe('too-many-views');
  await expect(
    database.pool.query(`update saved_views set filters = '{"seller":["ana@escola.example"]}' where id = 'v1'`),
  ).rejects.toThrow('saved_views_of_nobody');
});
