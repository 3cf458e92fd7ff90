import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signingKey } from '#src/kernel/crypto/signing-key.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { schoolDocuments } from '#tests/support/fixtures/school-documents.ts';
import { pollAttempt } from '../../payments/index.server.ts';
import { disputeById } from '../../refunds/disputes/index.server.ts';
import type { DisputeView } from '../../refunds/disputes/index.ts';
import { evidencePackOf, evidencePackPdf } from './index.server.ts';
import copy from './evidence-pack.copy.json' with { type: 'json' };

const key = signingKey(Buffer.alloc(32, 5).toString('base64url'));
let database: TestDatabase;
let world: DomainWorld;
let dispute: DisputeView;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  world = createDomainWorld(database, { documents: schoolDocuments, signingKey: key });
  world.gateway.behavior = 'capture';
  const { session, quote } = await world.buyer();
  const { attemptId } = accepted(await world.pay(session, quote));
  world.gateway.giveBack(attemptId, undefined, 'chargeback', { reason: '13.1' });
  await pollAttempt(world.ctx, attemptId, 'webhook');
  const { id } = await database.db
    .selectFrom('disputes')
    .select('id')
    .where('attempt_id', '=', attemptId)
    .executeTakeFirstOrThrow();
  const found = await disputeById(database.db, id);
  if (!found) throw new Error('No dispute');
  dispute = found;
});

async function pack(statement = '') {
  const made = await evidencePackOf(world.ctx, dispute, statement);
  if (!made) throw new Error('No pack');
  return made;
}

describe('an evidence pack', () => {
  test('has the same hash whenever it is made of the same facts, and another with another statement', async () => {
    const one = await pack();
    world.clock.advance(3_600_000);
    const later = await pack();
    expect(later.text).not.toBe(one.text);
    expect(later.hash).toBe(one.hash);
    expect((await pack('She entered twice.')).hash).not.toBe(one.hash);
  });

  test('holds the sale’s sealed audit trail', async () => {
    const file: unknown = JSON.parse((await pack()).text);
    expect(file).toMatchObject({ auditTrail: { seal: { keyId: key.publicKey.kid, signature: expect.any(String) } } });
  });

  test('is a PDF in the language of the sale, with the JSON file in it', async () => {
    const made = await pack('Ela entrou no curso duas vezes.');
    const pdf = await evidencePackPdf(world.ctx, made);
    const text = pdf?.toString('latin1') ?? '';
    expect(text.startsWith('%PDF-1.7')).toBe(true);
    expect(text).toContain('/Lang (pt-BR)');
    expect(text).toContain('dispute.json');
  });
});

test('evidence pack: both languages have every text', () => {
  expect(Object.keys(copy['es-PE'])).toEqual(Object.keys(copy['pt-BR']));
});
