import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, course, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { schoolDocuments } from '#tests/support/fixtures/school-documents.ts';
import { refundOrder } from '../../payments/index.server.ts';
import { sessionById } from '../../checkout/sessions/index.server.ts';
import { contractFacts } from './contract-facts.ts';
import {
  acceptContract,
  copyAcceptance,
  contractForQuote,
  contractOfOrder,
  contractPdf,
  receiptPdf,
} from './index.server.ts';
import { receiptFacts } from './receipt-facts.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database, { documents: schoolDocuments });
});
afterAll(() => database.close());

/** A buyer with their session as it stands once it knows them. */
async function buyer() {
  const made = await world.buyer();
  const session = await sessionById(database.db, made.session.id);
  if (!session) throw new Error('No session');
  return { ...made, session };
}

const by = { label: 'Li e aceito o contrato.', ip: '203.0.113.7' };

describe('contract', () => {
  test('is filled from the agreed price, once for the same text', async () => {
    const { session, quote, lead } = await buyer();
    const [one, other] = await Promise.all([
      contractForQuote(world.ctx, session, quote.id),
      contractForQuote(world.ctx, session, quote.id),
    ]);
    if (!one.ok || !other.ok) throw new Error('No contract');
    expect(one.value.id).toBe(other.value.id);
    expect(one.value.text).toContain(`Compra: ${lead.name}, ${lead.email}`);
    expect(one.value.text).toContain('Total: R$\u00a01.140,00');
    expect(one.value.text).toContain('Desista em 7 dias.');
    expect(one.value.text).not.toContain(lead.phone);
  });

  test('is in one language: amounts are written in the language of its text, whatever the page’s language', async () => {
    const { session, quote } = await buyer();
    const read = await contractForQuote(world.ctx, { ...session, locale: 'es-PE' }, quote.id);
    expect(read.ok && read.value.text).toContain('Total: R$\u00a01.140,00');
    expect(read.ok && read.value.locale).toBe('pt-BR');
  });

  test('that was read stays valid when the terms change before it is accepted', async () => {
    const { session, quote } = await buyer();
    const read = await contractForQuote(world.ctx, session, quote.id);
    const changed = {
      ...schoolDocuments,
      terms: () => ({ locale: 'pt-BR' as const, title: 'Novo', sections: [], version: 'later' }),
    };
    const later = await acceptContract({ ...world.ctx, documents: changed }, session, quote.id, by);
    expect(read.ok && later.ok && later.value.textHash === read.value.textHash).toBe(true);
  });

  test('belongs to its quote: the order finds what was accepted for it, and when', async () => {
    const { session, quote } = await buyer();
    const made = await acceptContract(world.ctx, session, quote.id, by);
    const { orderId } = accepted(await world.pay(session, quote));
    const found = await contractOfOrder(world.ctx, orderId);
    expect(found?.contract.textHash).toBe(made.ok ? made.value.textHash : '');
    expect(found?.acceptance).toMatchObject(by);
  });

  test('is copied to a quote of the same price', async () => {
    const { session, quote } = await buyer();
    const made = await acceptContract(world.ctx, session, 'quo_another', by);
    expect(made).toEqual({ ok: false, error: 'quote-not-found' });
    const contract = await contractForQuote(world.ctx, session, quote.id);
    if (!contract.ok) throw new Error(contract.error);
    await copyAcceptance(world.ctx, contract.value, quote.id, by);
    const { orderId } = accepted(await world.pay(session, quote));
    expect((await contractOfOrder(world.ctx, orderId))?.contract.id).toBe(contract.value.id);
  });

  test('names the day of the next charge of the subscription, after the trial', async () => {
    const { lead } = await buyer();
    const [plan] = course.plans;
    const company = schoolDocuments.company('school', null);
    if (!plan || !company) throw new Error('The school sells nothing');
    const createdAt = new Date('2026-11-22T12:00:00Z');
    const price = {
      currency: 'BRL',
      lines: [],
      voucher: null,
      discount: 0n,
      total: 1n,
      installments: [],
      createdAt,
    } as const;
    const facts = contractFacts({
      session: { market: 'BR', locale: 'pt-BR' },
      ...{ lead, price, product: course, company, schoolName: 'Escola', say: schoolDocuments.say },
      plan: { ...plan, cycles: 12, trial: { unit: 'day', count: 7 } },
    });
    expect(facts.texts['term.first-charge']).toBe('29/11/2027');
  });

  test('is not found for another session’s quote', async () => {
    const [one, other] = [await buyer(), await buyer()];
    expect(await contractForQuote(world.ctx, one.session, other.quote.id)).toEqual({
      ok: false,
      error: 'quote-not-found',
    });
  });
});

/** What a tagged file says of itself: it is compressed, but not its structure's names. */
function marksOf(pdf: Buffer | null): Record<string, boolean> {
  const text = pdf?.toString('latin1') ?? '';
  return {
    isPdf: text.startsWith('%PDF-1.7'),
    isTagged: text.includes('/MarkInfo') && text.includes('/StructTreeRoot'),
    hasLanguage: /\/Lang \(pt-BR\)/.test(text),
    showsTitle: text.includes('/DisplayDocTitle true'),
    hasHeadings: text.includes('/S /H1') && text.includes('/S /H2'),
  };
}
const whole = { isPdf: true, isTagged: true, hasLanguage: true, showsTitle: true, hasHeadings: true };

describe('receipt and contract as PDF', () => {
  test('are tagged files with language and title; an open order has no receipt', async () => {
    const { session, quote } = await buyer();
    await acceptContract(world.ctx, session, quote.id, by);
    const { orderId } = accepted(await world.pay(session, quote));
    expect(marksOf(await receiptPdf(world.ctx, orderId))).toEqual(whole);
    expect(marksOf(await contractPdf(world.ctx, orderId))).toEqual(whole);
    const open = await buyer();
    world.gateway.behaviors.push('await');
    const waiting = accepted(await world.pay(open.session, open.quote));
    expect(await receiptPdf(world.ctx, waiting.orderId)).toBeNull();
    expect(await contractPdf(world.ctx, waiting.orderId)).toBeNull();
  });

  test('show payments and refunds', async () => {
    const { session, quote } = await buyer();
    const { orderId } = accepted(await world.pay(session, quote));
    await refundOrder(world.ctx, orderId, 14_000n, `part-of-${orderId}`, 'asked for');
    await world.runJobs();
    expect(await receiptFacts(world.ctx, orderId)).toMatchObject({
      lines: [{ title: 'Curso', amount: 114_000n }],
      tenders: [{ rail: 'now', amount: 114_000n, interest: 0n }],
      refundsAndDisputes: [{ kind: 'refund', amount: 14_000n }],
      note: null,
    });
  });
});
