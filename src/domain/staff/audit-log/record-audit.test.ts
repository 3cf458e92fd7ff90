import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import type { AuditEntry } from './audit-entry.types.ts';
import { reasonHash } from './reason-hash.server.ts';
import { recordAudit } from './record-audit.server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const now = new Date('2026-11-27T12:00:00Z');
const entry: AuditEntry = {
  ...{ actor: 'staff:acc_ana', sessionId: 'sta_1', action: 'buyer.correct-email', brand: 'wise-up', outcome: 'done' },
  ...{ subject: { kind: 'order', id: 'ord_1' }, detail: { changed: ['email'] }, ipGroup: '203.0.113.0/24' },
  reason: 'Maria ligou',
};

describe('the audit log', () => {
  test('keeps an entry as it was given, its reason beside a salted hash', async () => {
    await recordAudit(database.db, { ...entry, approvalId: 'apr_1' }, now);
    const [row] = await database.db.selectFrom('audit_log').selectAll().execute();
    expect(row).toMatchObject({ at: now, actor: 'staff:acc_ana', subject_id: 'ord_1', approval_id: 'apr_1' });
    expect(row?.detail).toEqual({ changed: ['email'] });
    expect(row?.reason?.text).toBe('Maria ligou');
    expect(row?.reason && reasonHash(row.reason)).toBe(row?.reason_hash);
  });

  test('has no entry of a transaction that was undone', async () => {
    const undone = transaction(database.db, async (trx) => {
      await recordAudit(trx, { ...entry, action: 'link.create' }, now);
      throw new Error('the effect failed');
    });
    await expect(undone).rejects.toThrow('the effect failed');
    expect(await database.db.selectFrom('audit_log').where('action', '=', 'link.create').execute()).toEqual([]);
  });

  test.each([
    "update audit_log set outcome = 'refused:x'",
    `update audit_log set reason = '{"salt": "", "text": "other"}'`,
    'delete from audit_log',
    'truncate audit_log',
  ])('refuses: %s', async (statement) => {
    await recordAudit(database.db, entry, now);
    await expect(database.pool.query(statement)).rejects.toThrow('audit_log is append-only');
  });

  test.each([
    ['a name that two could have', { actor: 'ana' }],
    ['an outcome that says nothing', { outcome: 'refused:' as const }],
  ])('takes no entry with %s', async (_what, wrong) => {
    await expect(recordAudit(database.db, { ...entry, ...wrong }, now)).rejects.toThrow('violates check constraint');
  });
});
