import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, course, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { invariantViolations } from '#tests/support/invariants/invariants.server.ts';
import { bookOf } from '#tests/support/worlds/split-world.server.ts';
import { addDays } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { createUnpaidOrder } from '../../orders/index.server.ts';
import { quoteById } from '../../checkout/quotes/index.server.ts';
import { applyLateFee, createInvoice, invoiceById } from './index.server.ts';

/** Two percent at once, one percent a month by the day. */
const late = { fine: '2.00', monthlyInterest: '1.00' } as const;
const strict = {
  ...course,
  plans: course.plans.map((plan) => ({ ...plan, methods: plan.methods.map((method) => ({ ...method, late })) })),
};

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  const plain = createDomainWorld(database);
  world = createDomainWorld(database, { catalog: { ...plain.ctx.catalog, product: () => strict } });
});

type Kind = Parameters<typeof createInvoice>[1]['kind'];

async function bill(daysLate: number, kind: Kind = 'invoice') {
  const { session } = accepted(
    await createUnpaidOrder(world.ctx, {
      ...{ brand: 'school', variant: null, business: 'school', productCode: 'course', planId: 'plan-year' },
      ...{ market: 'BR', locale: 'pt-BR', flowId: 'invoice', link: {}, seller: 'performance', source: 'direto' },
      buyer: { name: 'Maria da Silva', email: 'maria@example.com', phone: '+5511961234567' },
    }),
  );
  const dueOn = addDays(marketDate(world.clock.now(), 'BR'), -daysLate);
  return createInvoice(world.ctx, { kind, sessionId: session.id, subscriptionId: null, description: 'x', dueOn });
}

async function read(id: string) {
  const invoice = await invoiceById(world.ctx, id);
  if (!invoice) throw new Error('The bill is gone');
  return invoice;
}

/** Reads the invoice, as its page does; returns its price then. */
async function look(id: string): Promise<bigint> {
  await applyLateFee(world.ctx, await read(id));
  return (await read(id)).view.order.total;
}

const day = 86_400_000;

describe('late invoice', () => {
  test('costs the fine once and interest by the day, on the same order, and is paid at that', async () => {
    const id = await bill(10);
    const { order } = (await read(id)).view;
    // 2 % of 1,140.00 and a third of 1 %.
    expect(await look(id)).toBe(114_000n + 2_280n + 380n);
    expect(await look(id)).toBe(116_660n);
    world.clock.advance(5 * day);
    expect(await look(id)).toBe(116_850n);
    const { session, view } = await read(id);
    expect(view.order.id).toBe(order.id);
    const quote = await quoteById(world.ctx.db, session.id, view.order.quoteId);
    expect(quote?.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['main', 114_000n],
      ['late-fee', 2_850n],
    ]);
    expect(quote?.installments.every(({ tax }) => tax === 0n)).toBe(true);
    if (!quote) throw new Error('The bill has no price');
    accepted(await world.pay(session, quote));
    expect(await read(id)).toMatchObject({ state: 'paid', view: { order: { received: 116_850n } } });
    const found = await invariantViolations(database.pool, bookOf([world.gateway]), { now: world.clock.now() });
    expect(found.filter((one) => one.includes(order.id))).toEqual([]);
  });

  test('is not paid at the former price, and makes no other order for that', async () => {
    const id = await bill(1);
    const { session, view } = await read(id);
    const before = await quoteById(world.ctx.db, session.id, view.order.quoteId);
    if (!before) throw new Error('The bill has no price');
    await look(id);
    expect(await world.pay(session, before, { shownAmount: before.total })).toMatchObject({
      ok: false,
      error: { code: 'quote-changed' },
    });
    expect((await read(id)).view.order.id).toBe(view.order.id);
  });

  test.each([
    ['in time', 0, 'invoice'],
    ['a change of plan', 10, 'upgrade'],
  ] as const)('costs what it did: %s', async (_what, days, kind) => {
    expect(await look(await bill(days, kind))).toBe(114_000n);
  });

  test('whose code was given out before is honoured as it is', async () => {
    const id = await bill(0);
    const { session, view } = await read(id);
    const quote = await quoteById(world.ctx.db, session.id, view.order.quoteId);
    if (!quote) throw new Error('The bill has no price');
    world.gateway.behavior = 'await';
    accepted(await world.pay(session, quote, { method: 'by-code' }));
    world.clock.advance(2 * day);
    expect(await look(id)).toBe(114_000n);
  });

  test('that eight requests view at once changes once', async () => {
    const id = await bill(3);
    const invoice = await read(id);
    const changed = await Promise.all(Array.from({ length: 8 }, () => applyLateFee(world.ctx, invoice)));
    expect(changed.filter(Boolean)).toHaveLength(1);
  });

  test('of a plan without late fees costs the same', async () => {
    world = createDomainWorld(database);
    expect(await look(await bill(30))).toBe(114_000n);
  });
});
