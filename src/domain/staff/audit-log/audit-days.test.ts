import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signingKey } from '#src/kernel/crypto/signing-key.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import type { AuditAction, StaffScope } from '../index.ts';
import {
  type AuditFilter,
  eraseAuditReasons,
  listAudit,
  recordAudit,
  sealAuditDays,
  verifyAuditDays,
} from './index.server.ts';

const key = signingKey(randomBytes(32).toString('base64url'));
const day = 86_400_000;
let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database, { signingKey: key });
});
afterEach(() => database.close());

function entry(
  action: AuditAction,
  more: { brand?: string | null; actor?: string; reason?: string; kind?: string } = {},
) {
  const { brand = 'school', actor = 'staff:ana', reason = null, kind = 'order' } = more;
  const about = { subject: { kind, id: 'ord_1' }, detail: { n: 1 }, ipGroup: '203.0.113.0/24' };
  return { actor, sessionId: null, action, brand, reason, ...about, outcome: 'done' as const };
}
const write = (action: AuditAction, more = {}) => recordAudit(database.db, entry(action, more), world.clock.now());

/** Entries on three days with a quiet one between, all of them over and sealed. */
async function threeDays() {
  await write('refund.request', { reason: 'Maria asked' });
  await write('sale.note');
  world.clock.advance(2 * day);
  await write('access.resend');
  world.clock.advance(day + 3 * 3_600_000);
  return sealAuditDays(world.ctx);
}
const verify = () => verifyAuditDays(database.db, { keys: key.publicKeys });
/** As whoever owns the database can. */
const asOwner = (text: string) =>
  database.pool.query(`set session_replication_role = replica; ${text}; set session_replication_role = origin`);

describe('a day of the audit log', () => {
  test('is sealed once, quiet days too, by whichever worker comes first, and takes no entry after that', async () => {
    const sealed = await threeDays();
    const again = await Promise.all([sealAuditDays(world.ctx), sealAuditDays(world.ctx)]);
    expect(again.flat()).toEqual([]);
    expect(await verify()).toMatchObject({ days: sealed.length, entries: 3n, problems: [] });
    await recordAudit(database.db, entry('sale.note'), new Date(world.clock.now().getTime() - 3 * day));
    expect((await verify()).problems).toEqual([]);
  });

  test('stays whole when an erasure empties a reason, and is not when somebody writes another one', async () => {
    await threeDays();
    await eraseAuditReasons(database.db, ['ord_1']);
    expect((await verify()).problems).toEqual([]);
    const rows = await database.db.selectFrom('audit_log').select('reason').execute();
    expect(rows.map(({ reason }) => reason)).toEqual([null, null, null]);
    await asOwner(`update audit_log set reason = '{"salt":"x","text":"y"}' where action = 'refund.request'`);
    expect((await verify()).problems).toMatchObject([{ problem: 'reason-changed' }]);
  });

  test.each([
    ["update audit_log set actor = 'staff:bia' where action = 'sale.note'", 'entries-changed'],
    ["delete from audit_log where action = 'access.resend'", 'entries-changed'],
    [
      "update audit_log_days set hash = repeat('0', 64) where day = (select max(day) from audit_log_days)",
      'signature-wrong',
    ],
    ['delete from audit_log_days where entries = 0', 'chain-broken'],
    ['update audit_log_days set signature = null, key_id = null', 'unsigned'],
  ])('shows what its database’s owner did: %s', async (statement, problem) => {
    await threeDays();
    await asOwner(statement);
    expect((await verify()).problems.map((one) => one.problem)).toContain(problem);
  });
});

describe('the list', () => {
  const reader = (scope: StaffScope, more: Partial<AuditFilter> = {}): AuditFilter => {
    return { scope, own: 'staff:ana', seesPeople: false, ...more };
  };
  const actions = async (filter: AuditFilter) =>
    (await listAudit(database.db, filter, { after: null, limit: 10 })).map(({ action }) => action);
  const inSchool: StaffScope = { kind: 'some', brands: ['school'], units: [], sellers: [] };

  test('shows entries of the reader’s brands and their own; of people to who manages grants', async () => {
    await write('sale.note', { actor: 'staff:bia' });
    await write('access.link', { actor: 'staff:bia', brand: 'other' });
    await write('task.end', { brand: 'other' });
    await write('grant.give', { actor: 'staff:rh', brand: null, kind: 'staff' });
    const all = reader({ kind: 'all' });
    expect(await actions(all)).toEqual(['grant.give', 'task.end', 'access.link', 'sale.note']);
    expect(await actions(reader(inSchool))).toEqual(['task.end', 'sale.note']);
    expect(await actions(reader({ kind: 'none' }))).toEqual(['task.end']);
    expect(await actions(reader({ kind: 'none' }, { seesPeople: true }))).toEqual(['grant.give', 'task.end']);
    expect(await actions({ ...all, actor: 'staff:bia', action: 'access.link' })).toEqual(['access.link']);
  });

  test('goes on after its last entry, also among entries of one moment', async () => {
    const written = [
      'refund.request',
      'refund.approve',
      'refund.reject',
      'refund.take-back',
      'refund.request',
    ] as const;
    for (const action of written) await recordAudit(database.db, entry(action), new Date(0));
    await recordAudit(database.db, entry('sale.note'), new Date(0));
    const seen: string[] = [];
    let after: { at: Date; id: string } | null = null;
    for (let page = 0; page < 3; page += 1) {
      const rows = await listAudit(database.db, reader({ kind: 'all' }, { action: 'refund.' }), { after, limit: 2 });
      seen.push(...rows.map(({ action }) => action));
      after = rows.at(-1) ?? null;
    }
    expect(seen).toEqual(written.toReversed());
  });
});
