import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signingKey } from '#src/kernel/crypto/signing-key.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import copy from '../contracts/documents.copy.json' with { type: 'json' };
import { refundOrder } from '../../payments/index.server.ts';
import { recordAuditTrail } from './record-audit-trail.server.ts';
import { auditChainOf } from './audit-trail.repository.server.ts';
import { readableFacts } from './audit-trail-pdf.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database, { signingKey: signingKey(Buffer.alloc(32, 5).toString('base64url')) });
});
afterAll(() => database.close());

const wordsOf = (locale: keyof typeof copy): Readonly<Record<string, string | undefined>> => copy[locale];
const say = (locale: keyof typeof copy) => (key: string) =>
  wordsOf(locale)[`documents.audit-trail.${key}`] ?? `?${key}`;

describe('PDF of an audit trail', () => {
  test('has a label in the buyer’s language for each fact', async () => {
    const { session, quote, lead } = await world.buyer();
    const { orderId } = accepted(await world.pay(session, quote));
    accepted(await refundOrder(world.ctx, orderId, 14_000n, 'a-refund-of-the-tests', 'asked for'));
    await world.runJobs();
    await database.db
      .updateTable('leads')
      .set({ verified_phone: lead.phone, phone_verified_at: world.clock.now() })
      .where('id', '=', lead.id)
      .execute();
    await recordAuditTrail(world.ctx, orderId);
    const links = (await auditChainOf(database.db, orderId))?.links ?? [];
    expect(links.length).toBeGreaterThan(5);
    for (const locale of ['pt-BR', 'es-PE'] as const) {
      const facts = links.flatMap(({ body }) =>
        readableFacts(body, { say: say(locale), locale, zone: 'America/Lima' }),
      );
      expect(facts.filter(([label]) => label.startsWith('?'))).toEqual([]);
    }
  });

  test('shows amounts in their currency, times in their zone, and booleans as words', () => {
    const body = {
      ...{ amount: '114000', currency: 'BRL', recordedAt: '2026-11-21T15:00:00.000Z', accepted: true, after: null },
      lines: [{ amount: '1' }],
    };
    const zone = 'America/Sao_Paulo';
    expect(readableFacts(body, { say: say('pt-BR'), locale: 'pt-BR', zone })).toEqual([
      ['Valor', expect.stringMatching(/^R\$\s1\.140,00$/)],
      ['Moeda', 'BRL'],
      ['Anotado em', expect.stringContaining('12:00')],
      ['Aceito', 'sim'],
    ]);
  });

  test.each(['attempt', 'code', 'declaration', 'accessKey', 'wrongTries', 'textHash', 'of', 'terms', 'voucher'])(
    'know a word for %s, which not every sale has',
    (name) => {
      for (const locale of ['pt-BR', 'es-PE'] as const) expect(say(locale)(`fact.${name}`)).not.toMatch(/^\?/);
    },
  );
});
