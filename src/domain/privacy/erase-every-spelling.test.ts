import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DomainContext } from '#src/domain/context.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { webhooksTo } from '#tests/support/worlds/webhook-world.server.ts';
import { placesOf } from '#tests/support/database/find-text.server.ts';
import { schoolDocuments } from '#tests/support/fixtures/school-documents.ts';
import { card, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import { acceptContract, contractForQuote } from '../documents/contracts/index.server.ts';
import { syncFiscalNote } from '../documents/fiscal-notes/index.server.ts';
import { patchLead, saveLead } from '../checkout/leads/index.server.ts';
import { currentQuote } from '../checkout/quotes/index.server.ts';
import { openSession } from '../checkout/sessions/index.server.ts';
import { ensureBuyerAccount, eraseData, eraseUnpaidLeads } from './index.server.ts';

const fiscalAuthority: NonNullable<DomainContext['fiscalAuthority']> = {
  environment: 2,
  issue: () => Promise.resolve({ kind: 'unknown', reason: 'away' }),
  find: () => Promise.resolve({ kind: 'not-found' }),
  cancel: () => Promise.resolve({ kind: 'canceled' }),
};
const webhooks = webhooksTo('http://127.0.0.1:1');
let database: TestDatabase;
let world: SplitWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createSplitWorld(database, { documents: schoolDocuments, fiscalAuthority, webhooks });
});
afterEach(() => world.end());

const document = '39053344705';
const phone = '+5511961234567';
const contact = { phone, consents: [], ip: '127.0.0.1' };
const act = { label: 'li e aceito', ip: '127.0.0.1' };

interface Person {
  readonly name: string;
  readonly email: string;
  /** What was typed first, and corrected before paying. */
  readonly before: { readonly name: string; readonly email: string };
  /** The same words as a document may hold them. */
  readonly spelled: readonly string[];
}

const people: readonly Person[] = [
  {
    name: 'Joana D’Arc Silva',
    email: "o'neil&co@escola.example",
    before: { name: 'Joanna Dark', email: 'joanna.dark@escola.example' },
    spelled: ["D'Arc", "o'neil&amp;co", 'D?Arc'],
  },
  {
    name: 'Łukasz Kowalski',
    email: 'lukasz@escola.example',
    before: { name: 'Lukas Kowalsky', email: 'lukas@escola.exemple' },
    spelled: ['Lukasz'],
  },
  {
    name: 'Nguyễn Văn An',
    email: 'van.an@escola.example',
    before: { name: 'Van Nguyen An', email: 'vam.an@escola.example' },
    spelled: ['Nguyen'],
  },
];

/** Everything by which the person is known, in every spelling. */
const wordsOf = ({ name, email, before, spelled }: Person): readonly string[] => [
  ...[name, email, before.name, before.email, ...spelled, document, phone, '•••4567', '127.0.0.1'],
];

/** Somebody who was shown and accepted contracts under their first spelling, and corrected it. */
async function visitor({ name, email, before }: Person) {
  const start = { browserHash: 'a'.repeat(43) + name.length, brand: 'school', variant: null, business: 'school' };
  const session = await openSession(world.ctx, {
    ...{ ...start, productCode: 'course', offer: '', flowId: 'default', market: 'BR', locale: 'pt-BR' },
    ...{ seller: 'ana', source: 'campanha', link: {} },
  });
  const lead = await saveLead(world.ctx, session, { ...before, ...contact });
  const known = { ...session, leadId: lead.id };
  const dear = accepted(await currentQuote(world.ctx, known));
  accepted(await contractForQuote(world.ctx, known, dear.id));
  accepted(await acceptContract(world.ctx, known, dear.id, act));
  const quote = accepted(await currentQuote(world.ctx, known, { voucher: 'for-all' }));
  accepted(await acceptContract(world.ctx, known, quote.id, act));
  await saveLead(world.ctx, known, { name, email, ...contact });
  await patchLead(world.ctx, known, lead.id, { document: { type: 'cpf', number: document } });
  return { session: known, lead, quote };
}

const toldOf = async () =>
  database.db.selectFrom('outbox_events').select('lead_id').where('type', '=', 'person-erased').execute();

describe('an erasure', () => {
  test.each(people)('erases $name in every spelling and every document', async (person) => {
    const { session, lead, quote } = await visitor(person);
    accepted(await acceptContract(world.ctx, session, quote.id, act));
    const paid = accepted(await world.payWith(session, quote, [{ ...card(), fields: { document } }]));
    await syncFiscalNote(world.ctx, paid.orderId);
    await database.db
      .updateTable('fiscal_notes')
      .set({ state: 'refused', refusal: `E1: ${person.name}` })
      .execute();
    expect(await placesOf(database, person.before.name)).toContain('contracts.body');
    const declared = await database.db.selectFrom('fiscal_notes').select('declaration').executeTakeFirstOrThrow();
    expect(declared.declaration).toContain(document);
    const page = await ensureBuyerAccount(world.ctx, database.db, { brand: session.brand, email: person.email });
    accepted(await eraseData(world.ctx, page.id));
    for (const word of wordsOf(person)) expect([word, await placesOf(database, word)]).toEqual([word, []]);
    const contracts = await database.db.selectFrom('contracts').select(['quote_id', 'erased_at', 'body']).execute();
    expect(new Set(contracts.map((contract) => contract.quote_id))).toEqual(new Set([quote.id]));
    expect(contracts.every(({ body, erased_at: at }) => at !== null && body.includes('Vende: Escola dos Testes'))).toBe(
      true,
    );
    expect(await toldOf()).toEqual([{ lead_id: lead.id }]);
    const keys = await database.db.selectFrom('idempotency_keys').select('fingerprint').execute();
    expect(keys).toEqual([{ fingerprint: null }]);
  });

  test.each(people)('after ninety days without a purchase is as complete ($name)', async (person) => {
    const { lead } = await visitor(person);
    world.clock.advance(91 * 86_400_000);
    expect(await eraseUnpaidLeads(world.ctx)).toBe(1);
    for (const word of wordsOf(person)) expect([word, await placesOf(database, word)]).toEqual([word, []]);
    expect(await database.db.selectFrom('contracts').select('id').execute()).toEqual([]);
    expect(await toldOf()).toEqual([{ lead_id: lead.id }]);
  });
});
