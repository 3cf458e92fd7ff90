import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approveRequest } from '#src/domain/staff/index.server.ts';
import { makeExport, sweepExports } from '#src/domain/sales/exports/index.server.ts';
import { indexChangedSales } from '#src/domain/sales/search/index.server.ts';
import { ok } from '#src/kernel/result/result.ts';
import { addDays, localDateOf } from '#src/kernel/time/local-date.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { type ConsoleUser, type ConsoleWorld, createConsoleWorld } from '#tests/support/worlds/console-world.server.ts';

let database: TestDatabase;
let world: ConsoleWorld;
const users: Record<string, ConsoleUser> = {};
/** Lists whose open pages were told of a change. */
const told: string[] = [];
const grants = {
  caio: ['finance@*'],
  duda: ['finance-lead@*'],
  other: ['finance@brand:other'],
  ana: ['help@*'],
} as const;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await createConsoleWorld(database, {
    ctx: { staffSignals: { listChanged: (list) => void told.push(list) } },
  });
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
    for (const grant of own) {
      const [role = '', scope = ''] = grant.split('@');
      await database.db
        .insertInto('staff_grants')
        .values({ id: `sgr_${name}`, account_id: name, role, scope, source: 'directory', granted_at: now })
        .execute();
    }
  }
  for (let times = 0; times < 3; times += 1) {
    const { session, quote } = await world.buyer();
    await world.pay(session, quote);
  }
  await indexChangedSales(world.ctx);
});
afterAll(async () => {
  await world.close();
  await database.close();
});

const user = (name: keyof typeof grants): ConsoleUser => {
  const found = users[name];
  if (!found) throw new Error(name);
  return found;
};
const plain = { kind: 'ledger', format: 'csv', isPersonal: false, filters: {}, reason: 'fechamento do mês' };
const personal = { ...plain, kind: 'sales', isPersonal: true };

async function made(name: keyof typeof grants, body: object, path = '/exports'): Promise<string> {
  const { status, json } = await user(name).post(path, body);
  expect([status, json['state']]).toEqual([200, 'making']);
  const id = String(json['id']);
  await makeExport(world.ctx, id);
  return id;
}

async function fetched(name: keyof typeof grants, id: string): Promise<Buffer> {
  const { json } = await user(name).post(`/exports/${id}/ticket`);
  const answer = await world.app.inject({ url: String(json['path']), headers: { 'x-test-person': name } });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}

const entriesOf = async (id: string) =>
  database.db
    .selectFrom('audit_log')
    .select(['action', 'detail', 'actor'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();

describe('an export', () => {
  test('of the ledger is a CSV for a Portuguese spreadsheet, fetched once, and in the audit log', async () => {
    const id = await made('caio', plain);
    const text = (await fetched('caio', id)).toString('utf8');
    const lines = text.split('\r\n');
    expect(lines[0]?.startsWith('\uFEFFLinha;Registrada em;')).toBe(true);
    expect(lines).toHaveLength(5);
    expect(lines[1]).toMatch(/;school;ana;.*;\d+,\d{2};BRL$/);
    expect((await user('caio').post(`/exports/${id}/ticket`)).status).toBe(404);
    expect((await entriesOf(id)).map(({ action, actor }) => [action, actor])).toEqual([
      ['export.request', 'staff:caio'],
      ['export.make', 'staff:caio'],
      ['export.fetch', 'staff:caio'],
    ]);
    expect((await entriesOf(id))[1]?.detail).toMatchObject({ list: 'ledger', rows: 3 });
  });

  test('has the rows of its person’s scope only, and is nobody else’s to fetch', async () => {
    const id = await made('other', plain);
    expect((await user('duda').post(`/exports/${id}/ticket`)).status).toBe(404);
    expect((await user('duda').get('/exports')).json['exports']).toEqual([]);
    expect((await fetched('other', id)).toString('utf8').split('\r\n')).toHaveLength(2);
  });

  test('with buyers’ data has it in clear, and needs a sign-in of the last minutes', async () => {
    const id = await made('duda', personal, '/exports/personal');
    const text = (await fetched('duda', id)).toString('utf8');
    expect(text.split('\r\n')[0]).toMatch(/;Nome;E-mail;Telefone;Documento$/);
    expect(text).toMatch(/@/);
    const late = world.user('caio', ['finance@*'], { authenticatedAt: new Date(0) });
    expect((await late.post('/exports/personal', personal)).json['code']).toBe('sign-in-too-old');
    users['caio'] = world.user('caio', ['finance@*']);
  });

  test.each([
    ['without the permission', 'ana', plain, 403],
    ['of what names nobody, with personal data', 'caio', { ...personal, kind: 'ledger' }, 422],
    ['with a filter of another list', 'caio', { ...plain, filters: { states: ['paid'] } }, 422],
    ['with a filter that no list has', 'caio', { ...plain, filters: { everything: 'yes' } }, 422],
    ['without a reason', 'caio', { ...plain, reason: '' }, 422],
  ] as const)('is refused %s', async (_title, name, body, status) => {
    const path = body.isPersonal ? '/exports/personal' : '/exports';
    expect((await user(name).post(path, body)).status).toBe(status);
  });

  test('narrowed to a state that does not exist is empty, not whole', async () => {
    const id = await made('duda', { ...plain, kind: 'sales', filters: { states: ['sold'] } });
    expect((await fetched('duda', id)).toString('utf8').split('\r\n')).toHaveLength(2);
    const paid = await made('duda', { ...plain, kind: 'sales', filters: { states: ['paid'] } });
    expect((await fetched('duda', paid)).toString('utf8').split('\r\n')).toHaveLength(5);
  });

  test('of the ledger has the lines of the days, methods and companies that the screen shows', async () => {
    const line = await database.db
      .selectFrom('ledger_transfers as t')
      .innerJoin('attempts as a', 'a.id', 't.attempt_id')
      .select(['a.method', 't.gateway', 't.occurred_at'])
      .executeTakeFirstOrThrow();
    const day = localDateOf(line.occurred_at, 'America/Sao_Paulo');
    const shown = { methods: [line.method], gateways: [line.gateway], firstDay: day, lastDay: day };
    const linesOf = async (filters: object) =>
      (await fetched('duda', await made('duda', { ...plain, filters }))).toString('utf8').split('\r\n').length - 2;
    expect(await linesOf(shown)).toBe(3);
    for (const other of [
      { methods: ['cheque'] },
      { gateways: ['another'] },
      { firstDay: addDays(day, 1), lastDay: addDays(day, 2) },
      { firstDay: addDays(day, -2), lastDay: addDays(day, -1) },
    ])
      expect(await linesOf({ ...shown, ...other })).toBe(0);
  });

  test('tells open pages when it is asked for, made and fetched', async () => {
    told.length = 0;
    await fetched('duda', await made('duda', plain));
    expect(told).toEqual(['exports', 'exports', 'exports']);
  });

  test('as XLSX is a workbook with every row', async () => {
    const file = await fetched('duda', await made('duda', { ...plain, kind: 'sales', format: 'xlsx' }));
    const name = 'xl/worksheets/sheet1.xml';
    const sheet = inflateRawSync(file.subarray(file.indexOf(name) + name.length)).toString('utf8');
    expect(sheet.match(/<row>/g)).toHaveLength(4);
    expect(sheet).toMatch(/<sheetData><row><c s="1".*<t>ord_\w+<.*<c><v>\d+\.\d\d<\/v><\/c>.*<\/worksheet>$/);
  });

  test('is stored encrypted, made once by two workers, and gone a day later', async () => {
    const { json } = await user('duda').post('/exports', plain);
    const id = String(json['id']);
    await Promise.all([1, 2].map(() => makeExport(world.ctx, id)));
    const chunks = () => database.db.selectFrom('export_chunks').select('bytes').where('export_id', '=', id).execute();
    const stored = await chunks();
    expect(stored).toHaveLength(1);
    expect(stored[0]?.bytes.includes('school')).toBe(false);
    expect((await entriesOf(id)).map(({ action }) => action)).toEqual(['export.request', 'export.make']);
    world.clock.advance(25 * 3_600_000);
    expect((await user('duda').post(`/exports/${id}/ticket`)).status).toBe(404);
    await sweepExports(world.ctx);
    expect(await chunks()).toEqual([]);
    for (const [name, own] of Object.entries(grants)) users[name] = world.user(name, own);
  });
});

describe('an export that could not be made', () => {
  test('has failed after some hours, and its owner may ask for another', async () => {
    const stuck: string[] = [];
    for (let times = 0; times < 3; times += 1)
      stuck.push(String((await user('caio').post('/exports', plain)).json['id']));
    expect((await user('caio').post('/exports', plain)).status).not.toBe(200);
    world.clock.advance(7 * 3_600_000);
    await sweepExports(world.ctx);
    for (const [name, own] of Object.entries(grants)) users[name] = world.user(name, own);
    const states = database.db.selectFrom('exports').select(['state', 'failure']).where('id', 'in', stuck);
    expect(await states.execute()).toEqual(stuck.map(() => ({ state: 'failed', failure: 'not-made' })));
    await made('caio', plain);
  });
});

describe('an export about more than 1,000 people', () => {
  test('waits for a second person, and is made once, of the rows that were approved, by who asked', async () => {
    await database.pool.query(`
      insert into leads select (jsonb_populate_record(l, jsonb_build_object('id', 'led_' || n))).*
        from leads l, generate_series(1, 1001) n where l.id = (select id from leads limit 1)`);
    await database.pool.query(`
      insert into sale_search select (jsonb_populate_record(s, jsonb_build_object('number', s.number + 100 + n,
        'order_id', 'ord_' || n, 'lead_id', 'led_' || n))).*
        from sale_search s, generate_series(1, 1001) n where s.order_id = (select order_id from sale_search limit 1)`);
    const asked = await user('caio').post('/exports/personal', personal);
    expect(asked.json['state']).toBe('waiting');
    const approvalId = String(asked.json['approvalId']);
    const again = (body: object) => user('caio').post('/exports/personal', { ...body, approvalId });
    expect((await again(personal)).json['code']).toBe('request-over');
    const approvals = async () => (await user('caio').get('/exports')).json['approvals'];
    expect(await approvals()).toEqual([expect.objectContaining({ id: approvalId, kind: 'sales', state: 'waiting' })]);
    const own = await approveRequest(world.ctx, user('caio').actor, approvalId, async () => ok(null));
    expect(own.ok).toBe(false);
    const approved = await approveRequest(world.ctx, user('duda').actor, approvalId, async () => ok(null));
    expect(approved.ok).toBe(true);
    const wider = await again({ ...personal, format: 'xlsx' });
    expect(wider.json['code']).not.toBe(undefined);
    expect(await approvals()).toEqual([expect.objectContaining({ id: approvalId, state: 'approved' })]);
    expect((await user('duda').post('/exports/approved', { approvalId })).status).toBe(404);
    const id = await made('caio', { approvalId }, '/exports/approved');
    expect(await approvals()).toEqual([]);
    expect((await fetched('caio', id)).toString('utf8').split('\r\n').length).toBeGreaterThan(1001);
    expect((await again(personal)).json['code']).toBe('request-over');
  });

  test('is refused by the database where nobody approved it', async () => {
    const row = await database.db.selectFrom('exports').selectAll().limit(1).executeTakeFirstOrThrow();
    const alone = { ...row, id: 'exp_alone', people: 1_001, approval_id: null, ticket_hash: null };
    const values = { ...alone, filters: JSON.stringify(row.filters), scope: JSON.stringify(row.scope) };
    await expect(database.db.insertInto('exports').values(values).execute()).rejects.toThrow('exports_two_people');
  });
});
