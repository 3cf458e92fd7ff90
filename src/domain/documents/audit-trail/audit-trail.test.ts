import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { signingKey } from '#src/kernel/crypto/signing-key.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { refundOrder } from '../../payments/index.server.ts';
import { auditChainOf } from './audit-trail.repository.server.ts';
import { auditTrailOf, sweepDocuments, verifyAuditTrail } from './index.server.ts';
import { recordAuditTrail } from './record-audit-trail.server.ts';

const key = signingKey(Buffer.alloc(32, 5).toString('base64url'));
const keys = [key.publicKey.x];

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database, { signingKey: key });
});
afterAll(() => database.close());

async function sale(): Promise<string> {
  const { session, quote } = await world.buyer();
  return accepted(await world.pay(session, quote)).orderId;
}

async function textOf(orderId: string): Promise<string> {
  const evidence = await auditTrailOf(world.ctx, orderId);
  if (!evidence) throw new Error('No evidence');
  return evidence.text;
}

describe('audit trail of a sale', () => {
  test('has price, order, money and access in their order, and is verified without the database', async () => {
    const orderId = await sale();
    const text = await textOf(orderId);
    expect(verifyAuditTrail(text, keys)).toEqual([]);
    const chain = await auditChainOf(database.db, orderId);
    const kinds = chain?.links.map(({ kind }) => kind) ?? [];
    expect(kinds).toEqual(expect.arrayContaining(['quote', 'order', 'attempt', 'payment', 'access']));
    expect(chain?.links.map(({ position }) => position)).toEqual(kinds.map((_, index) => index));
  });

  test('is written once, however many workers write it at the same time', async () => {
    const orderId = await sale();
    const added = await Promise.all(Array.from({ length: 5 }, () => recordAuditTrail(world.ctx, orderId)));
    expect(added.filter((count) => count > 0)).toHaveLength(1);
    const chain = await auditChainOf(database.db, orderId);
    expect(new Set(chain?.links.map(({ source }) => source)).size).toBe(chain?.links.length);
  });

  test('grows with later facts; a file that was issued before stays valid', async () => {
    const orderId = await sale();
    const before = await textOf(orderId);
    const refunded = await refundOrder(world.ctx, orderId, 114_000n, 'a-refund-of-the-tests', 'asked for');
    expect(refunded.ok).toBe(true);
    await world.runJobs();
    const closedAt = world.clock.now();
    world.clock.advance(3_600_000);
    const after = await textOf(orderId);
    const { links } = JSON.parse(after) as { links: readonly { kind: string; occurredAt: string }[] };
    const closed = Date.parse(links.find(({ kind }) => kind === 'access-closed')?.occurredAt ?? '');
    expect(Math.abs(closed - closedAt.getTime())).toBeLessThan(60_000);
    const kinds: string[] = JSON.parse(after).links.map((link: { kind: string }) => link.kind);
    expect(kinds).toEqual(expect.arrayContaining(['refund', 'access-closed']));
    expect([verifyAuditTrail(before, keys), verifyAuditTrail(after, keys)]).toEqual([[], []]);
    expect(JSON.parse(after).links.slice(0, JSON.parse(before).links.length)).toEqual(JSON.parse(before).links);
  });

  test('cannot be changed in the database', async () => {
    const orderId = await sale();
    await recordAuditTrail(world.ctx, orderId);
    for (const statement of [
      `update audit_entries set body = '{}' where order_id = '${orderId}'`,
      `update audit_entries set disclosed = '{"name":{}}' where order_id = '${orderId}'`,
      `delete from audit_entries where order_id = '${orderId}'`,
    ])
      await expect(database.pool.query(statement)).rejects.toThrow('append-only');
  });

  test('stays valid when the buyer’s data are erased', async () => {
    const orderId = await sale();
    const before = await textOf(orderId);
    expect(before).toContain('"field":"email"');
    await database.db.updateTable('audit_entries').set({ disclosed: null }).where('order_id', '=', orderId).execute();
    const after = await textOf(orderId);
    expect(JSON.parse(after).disclosures).toEqual([]);
    expect(verifyAuditTrail(after, keys)).toEqual([]);
    expect(verifyAuditTrail(before, keys)).toEqual([]);
  });

  test('does not exist for an order that was not paid', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behaviors.push('await');
    const open = accepted(await world.pay(session, quote, { method: 'by-code' }));
    expect(await recordAuditTrail(world.ctx, open.orderId)).toBe(0);
    expect(await auditTrailOf(world.ctx, open.orderId)).toBeNull();
  });

  test('is written by the sweep, once', async () => {
    const orderId = await sale();
    await Promise.all([sweepDocuments(world.ctx), sweepDocuments(world.ctx)]);
    expect((await auditChainOf(database.db, orderId))?.links.length).toBeGreaterThan(3);
    expect(await sweepDocuments(world.ctx)).toBe(0);
  });
});

describe('verification of a changed audit trail', () => {
  test('finds a change of any byte', async () => {
    const text = await textOf(await sale());
    const bytes = Buffer.from(text);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ change;
        return verifyAuditTrail(changed.toString('utf8'), keys).length > 0;
      }),
      { numRuns: 400 },
    );
  });

  test('names the entry that is broken', async () => {
    const text = await textOf(await sale());
    const money = JSON.parse(text).links.findIndex((link: { kind: string }) => link.kind === 'payment');
    const less = text.replace('"amount":"114000","attempt"', '"amount":"014000","attempt"');
    expect(less).not.toBe(text);
    expect(verifyAuditTrail(less, keys).find(({ link }) => link !== null)?.link).toBe(money);
  });

  test.each([
    ['a blank', (text: string) => text.replace('{', '{ ')],
    [
      'another order of members',
      (text: string) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).reverse())),
    ],
    ['no line feed', (text: string) => text.trimEnd()],
    ['a member twice', (text: string) => text.replace('"format"', '"format":"x","format"')],
    ['a link less', (text: string) => JSON.stringify({ ...JSON.parse(text), links: JSON.parse(text).links.slice(1) })],
    [
      'another value of a name',
      (text: string) => text.replace(/("field":"name"[^}]*"value":")[^"]+/, '$1Outra Pessoa'),
    ],
  ])('with %s', async (_, change) => {
    const text = await textOf(await sale());
    const changed = change(text);
    expect(changed).not.toBe(text);
    expect(verifyAuditTrail(changed, keys)).not.toEqual([]);
  });

  test('finds a seal by another key', async () => {
    const other = signingKey(Buffer.alloc(32, 6).toString('base64url'));
    const strange = createDomainWorld(database, { signingKey: other });
    const evidence = await auditTrailOf(strange.ctx, await sale());
    expect(verifyAuditTrail(evidence?.text ?? '', [other.publicKey.x])).toEqual([]);
    expect(verifyAuditTrail(evidence?.text ?? '', keys)).toEqual([
      { link: null, problem: 'the seal was not made by the house’s key over this file' },
    ]);
  });
});
