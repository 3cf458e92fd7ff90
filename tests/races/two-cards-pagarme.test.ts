import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BookCharge } from '#sandbox/runtime/book.ts';
import { type Sandbox, startSandboxServer } from '#sandbox/sandbox.server.ts';
import { saveLead } from '#src/domain/checkout/leads/index.server.ts';
import { orderOfSession } from '#src/domain/orders/index.server.ts';
import { expireHold, refundPart, pay, voidAttempt } from '#src/domain/payments/index.server.ts';
import { currentQuote } from '#src/domain/checkout/quotes/index.server.ts';
import { openSession } from '#src/domain/checkout/sessions/index.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { createSandboxDomain, type SandboxDomain, sandboxEnv } from '#tests/support/worlds/sandbox-domain.server.ts';

const price = 598_800;
let folder: string;
let sandbox: Sandbox;
let database: TestDatabase;
let domain: SandboxDomain;
const secrets = sandboxEnv('http://127.0.0.1:1');

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'matricula-two-'));
  sandbox = await startSandboxServer({ port: 0, smtpPort: 0, dataDir: folder, clock: new VirtualClock(), secrets });
  database = await createTestDatabase({ poolSize: 10 });
  domain = createSandboxDomain(database.address, sandbox.origin);
});
afterAll(async () => {
  await domain.close();
  await database.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

async function token(number: string): Promise<string> {
  const card = { number, holder_name: 'MARIA DA SILVA', exp_month: '12', exp_year: '2030', cvv: '123' };
  const answer = await fetch(`${sandbox.origin}/pagarme/core/v5/tokens?appId=${secrets.companies.pagarme?.publicKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'card', card }),
  });
  return ((await answer.json()) as { id: string }).id;
}

/** A course whose price two cards pay: the first 2 000,00 of it, the second the rest. */
async function payByTwo(first: string, second: string) {
  const { ctx } = domain;
  const before = new Set(sandbox.book().charges.map(({ id }) => id));
  const session = await openSession(ctx, {
    ...{ browserHash: newSecret(), brand: 'medcof', variant: null, business: 'medcof', productCode: 'medcof' },
    ...{ offer: '', flowId: 'default', market: 'BR', locale: 'pt-BR', seller: 'ana', source: 'x', link: {} },
  });
  const buyer = { name: 'Maria da Silva', email: 'maria@example.com', phone: '+5511961234567' };
  await saveLead(ctx, session, { ...buyer, consents: [], ip: '127.0.0.1' });
  const quote = accepted(await currentQuote(ctx, session));
  const tender = async (number: string) => ({
    method: 'credit-card',
    installments: 1,
    fields: {
      document: '529.982.247-25',
      token: await token(number),
      ...{ sealedFor: 'pagarme', brand: 'visa', last4: number.slice(-4), expiry: '12/30' },
    },
  });
  const paid = await pay(ctx, {
    ...{ sessionId: session.id, idempotencyKey: newSecret(), quoteId: quote.id },
    tenders: [{ ...(await tender(first)), amount: 200_000n }, await tender(second)],
    browser: { userAgent: 'test', language: 'pt-BR', ip: '127.0.0.1' },
  });
  const charges = (): BookCharge[] =>
    sandbox
      .book()
      .charges.filter(({ id }) => !before.has(id))
      .toSorted((one, other) => one.amount - other.amount);
  return { paid, session, charges };
}

describe('two cards at Pagar.me', () => {
  test('are two orders over there, both reserved, then both taken: each attempt its own reference', async () => {
    const { paid, session, charges } = await payByTwo('4111111111111111', '4000000000000010');
    expect(paid.ok).toBe(true);
    const view = await orderOfSession(domain.ctx, session.id);
    expect([view?.order.state, Number(view?.order.received)]).toEqual(['paid', price]);
    expect(charges()).toMatchObject([
      { company: 'pagarme', status: 'paid', amount: 200_000, captured: 200_000 },
      { company: 'pagarme', status: 'paid', amount: 398_800, captured: 398_800 },
    ]);
    expect(new Set(charges().map(({ reference }) => reference)).size).toBe(2);
  });

  test('of which the second is declined: the first captures nothing, and is voided at the end of the hold window', async () => {
    const { session, charges } = await payByTwo('4111111111111111', '4012001037141112');
    const held = await orderOfSession(domain.ctx, session.id);
    expect(held?.split?.standing).toBe('held');
    expect(charges().every(({ captured }) => captured === 0)).toBe(true);
    expect(charges()[0]).toMatchObject({ amount: 200_000, status: 'pending' });

    domain.clock.advance(16 * 60_000);
    await expireHold(domain.ctx, held?.order.id ?? '');
    for (const { id } of held?.attempts ?? []) {
      await refundPart(domain.ctx, id);
      await voidAttempt(domain.ctx, id);
    }
    expect(charges().map(({ status, captured, refunded }) => [status, captured, refunded])).toEqual([
      ['canceled', 0, 0],
      ['failed', 0, 0],
    ]);
  });
});
