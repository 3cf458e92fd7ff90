import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestAccess } from '#src/domain/staff/index.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { type ConsoleUser, type ConsoleWorld, createConsoleWorld } from '#tests/support/worlds/console-world.server.ts';
import { enrollStaff } from '#tests/support/worlds/enroll-staff.server.ts';
import type { ApprovalItem } from '../approvals/approvals.types.ts';
import type { AuditItem } from '../audit/audit.types.ts';
import type { StaffPerson } from './staff.types.ts';

let database: TestDatabase;
let world: ConsoleWorld;
let rh: ConsoleUser;
let auditor: ConsoleUser;
let dora: ConsoleUser;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await createConsoleWorld(database);
  rh = world.user('rh', ['people@*']);
  auditor = world.user('auditor', ['auditor@*']);
  dora = world.user('dora', []);
  await enrollStaff(database, rh, auditor, dora, world.user('help', ['help@brand:wise-up']));
});
afterAll(async () => {
  await world.close();
  await database.close();
});

const reason = 'starts on Monday';
const personOf = async (id: string): Promise<StaffPerson | undefined> => {
  const { json } = await rh.get('/staff');
  return (json['people'] as StaffPerson[]).find((one) => one.id === id);
};
const approvals = async (user: ConsoleUser) => (await user.get('/approvals')).json['items'] as ApprovalItem[];

test('A person without a role asks for access, and gets a role from the people’s lead', async () => {
  expect((await dora.get('/staff')).status).toBe(403);
  await requestAccess(world.ctx, dora.actor);
  expect((await personOf('dora'))?.accessRequestedAt).not.toBeNull();
  const body = { role: 'help', scope: 'brand:wise-up', until: null, reason };
  expect((await rh.post('/staff/dora/grants', body)).json).toEqual({ state: 'given' });
  expect((await rh.post('/staff/dora/grants', body)).json['code']).toBe('grant-exists');
  expect(await personOf('dora')).toMatchObject({
    accessRequestedAt: null,
    grants: [{ role: 'help', scope: 'brand:wise-up', grantedBy: 'rh', source: 'console' }],
  });
  for (const bad of [{ role: 'king' }, { scope: 'brand:A b' }, { until: 'tomorrow' }, { reason: '' }])
    expect((await rh.post('/staff/dora/grants', { ...body, ...bad })).status).toBe(422);
});

test('A grant of operator waits; only a second person who may approves it, and it is not seen by others', async () => {
  const body = { role: 'operator', scope: '*', until: null, reason };
  const asked = await rh.post('/staff/dora/grants', body);
  expect(asked.json['state']).toBe('waiting');
  const id = String(asked.json['approvalId']);
  expect(await approvals(rh)).toMatchObject([{ id, isOwn: true, mayDecide: false, shown: { name: 'dora' } }]);
  expect(await approvals(auditor)).toMatchObject([{ id, isOwn: false, mayDecide: true, askedBy: 'rh', reason }]);
  const help = world.user('help', ['help@brand:wise-up']);
  expect(await approvals(help)).toEqual([]);
  expect((await help.post(`/approvals/${id}/approve`)).status).toBe(404);
  expect((await rh.post(`/approvals/${id}/approve`)).json['code']).toBe('own-request');
  expect((await auditor.post(`/approvals/${id}/approve`)).json).toEqual({ state: 'approved' });
  expect((await auditor.post(`/approvals/${id}/reject`)).json['code']).toBe('request-over');
  expect((await personOf('dora'))?.grants).toContainEqual(
    expect.objectContaining({ role: 'operator', approvedBy: 'auditor' }),
  );
});

test('An approval and a grant need a sign-in of the last minutes', async () => {
  const old = { authenticatedAt: new Date(world.clock.now().getTime() - 600_000) };
  const tired = world.user('rh', ['people@*'], old);
  const body = { role: 'help', scope: '*', until: null, reason };
  expect((await tired.post('/staff/help/grants', body)).json['code']).toBe('sign-in-too-old');
  expect((await tired.post('/approvals/apr_none/approve')).json['code']).toBe('sign-in-too-old');
  world.user('rh', ['people@*']);
});

test('A person who leaves has no roles any more, and comes back without any', async () => {
  expect((await rh.post('/staff/rh/end', { reason })).json['code']).toBe('own-account');
  expect((await rh.post('/staff/help/end', { reason })).status).toBe(200);
  expect(await personOf('help')).toMatchObject({ leftAt: expect.any(String), grants: [] });
  expect((await rh.post('/staff/help/restore', { reason })).status).toBe(200);
  expect(await personOf('help')).toMatchObject({ leftAt: null, grants: [] });
  expect((await rh.post('/staff/dora/token', { tokenName: 'dora' })).status).toBe(200);
  expect((await rh.post('/staff/help/token', { tokenName: 'dora' })).json['code']).toBe('token-taken');
});

test('The audit log has each of these acts; everybody reads their own, an auditor all, page by page', async () => {
  const { json } = await auditor.get('/audit?action=grant.');
  const entries = json['entries'] as AuditItem[];
  expect(entries.map(({ actor, subject }) => [actor, subject.id])).toEqual([
    ['staff:auditor', 'dora'],
    ['staff:rh', 'dora'],
  ]);
  expect((await dora.get('/audit')).json).toMatchObject({ entries: [], next: null, sealedUpTo: null });
  expect(((await rh.get('/audit')).json['entries'] as AuditItem[]).length).toBeGreaterThan(4);
  expect((await rh.get('/audit/verification')).status).toBe(403);
  expect((await auditor.get('/audit/verification')).json).toMatchObject({ isWhole: true });
  const answer = await world.app.inject({ url: '/data/audit/export', headers: { 'x-test-person': 'auditor' } });
  const lines = answer.payload
    .trim()
    .split('\n')
    .map((line): AuditItem => JSON.parse(line));
  expect(lines[0]).toMatchObject({ action: 'audit.export', actor: 'staff:auditor' });
  expect(lines.length).toBeGreaterThan(6);
  expect((await auditor.get('/audit?after=yesterday')).status).toBe(422);
});
