import { afterAll, beforeAll, expect, test } from 'vitest';
import { signingKey } from '#src/kernel/crypto/signing-key.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import copy from '../contracts/documents.copy.json' with { type: 'json' };
import { savePayoutDetails, parsePayoutKey } from '../../refunds/cooling-off/index.server.ts';
import { auditTrailOf, verifyAuditTrail } from './index.server.ts';

const key = signingKey(Buffer.alloc(32, 5).toString('base64url'));
let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database, { signingKey: key });
});
afterAll(() => database.close());

/** The proofs of an order whose money goes to two accounts in turn, both given from somewhere. */
async function evidenceOfPayouts() {
  const { session, quote } = await world.buyer();
  const { orderId, attemptId } = accepted(await world.pay(session, quote));
  await database.pool.query(
    `insert into reconciliation_exceptions (id, kind, order_id, attempt_id, movement_id, amount, currency, task, state, created_at)
     values ('brk_' || $1, 'surplus', $1, $2, 'm', 100, 'BRL', 'give-back-by-hand', 'open', now())`,
    [orderId, attemptId],
  );
  for (const [typed, ip] of [
    ['maria@example.com', '192.0.2.1'],
    ['ana@example.com', '192.0.2.2'],
  ] as const) {
    const payout = parsePayoutKey(typed);
    if (payout) accepted(await savePayoutDetails(world.ctx, orderId, payout, ip));
    world.clock.advance(1_000);
  }
  const evidence = await auditTrailOf(world.ctx, orderId);
  if (!evidence) throw new Error('No evidence');
  return evidence;
}

test('audit trail: every payout account of a sale is recorded with its time and address', async () => {
  const { file, text } = await evidenceOfPayouts();
  expect(verifyAuditTrail(text, [key.publicKey.x])).toEqual([]);
  const links = file.links.filter(({ kind }) => kind === 'payout-account');
  const disclosedHere = links.map(({ position }) =>
    file.disclosures.filter((one) => one.position === position).map(({ field, value }) => `${field}: ${value}`),
  );
  expect(disclosedHere).toEqual([
    [expect.stringMatching(/^account: m/), 'address: 192.0.2.1'],
    [expect.stringMatching(/^account: a/), 'address: 192.0.2.2'],
  ]);
});

test('audit trail: every fact has a label in the PDF', async () => {
  const { file } = await evidenceOfPayouts();
  const keys = [
    ...file.links.flatMap(({ kind, body }) => [
      `kind.${kind}`,
      ...Object.entries(body).flatMap(([name, value]) => (typeof value === 'object' ? [] : `fact.${name}`)),
    ]),
    ...file.disclosures.flatMap(({ field }) => (field === 'text' ? [] : `field.${field}`)),
  ];
  for (const words of [copy['pt-BR'], copy['es-PE']])
    expect(keys.filter((name) => !Object.hasOwn(words, `documents.audit-trail.${name}`))).toEqual([]);
});
