import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { issueMagicLink, linkOpens } from '../../customers/magic-links/index.server.ts';
import { anyLinkOpensOrder } from '../../customers/magic-links/magic-link.repository.server.ts';
import { createUnpaidOrder, type UnpaidOrderInput } from '../../orders/index.server.ts';
import { quoteById } from '../../checkout/quotes/index.server.ts';
import { createRecovery, recoveryById } from '../../sales/recovery/index.server.ts';
import { createInvoice, invoiceById } from './index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  world = createDomainWorld(database);
});

const start: UnpaidOrderInput = {
  brand: 'school',
  variant: null,
  business: 'school',
  productCode: 'course',
  planId: 'plan-year',
  market: 'BR',
  locale: 'pt-BR',
  flowId: 'invoice',
  link: { product: 'course' },
  seller: 'performance',
  source: 'direto',
  buyer: { name: 'Maria da Silva', email: 'maria@example.com', phone: '+5511961234567' },
};

async function bill(dueOn: `${number}-${number}-${number}` = '2999-12-31') {
  const { session, order } = accepted(await createUnpaidOrder(world.ctx, start));
  const id = await createInvoice(world.ctx, {
    kind: 'invoice',
    sessionId: session.id,
    subscriptionId: null,
    description: 'Mensalidade',
    dueOn,
  });
  return { id, session, order };
}

describe('a bill', () => {
  test('is an order that waits to be paid, at its frozen price, owned by no browser', async () => {
    const { id, session, order } = await bill();
    expect(await invoiceById(world.ctx, id)).toMatchObject({
      id,
      kind: 'invoice',
      description: 'Mensalidade',
      dueOn: '2999-12-31',
      state: 'open',
      session: { id: session.id, orderId: order.id, link: { product: 'course' } },
      view: { order: { total: 114_000n, state: 'open' }, attempts: [] },
    });
    expect(await quoteById(world.ctx.db, session.id, order.quoteId)).toMatchObject({ total: 114_000n });
  });

  test('is late after its day, and paid when its order is', async () => {
    const { id, session, order } = await bill('2020-01-01');
    expect((await invoiceById(world.ctx, id))?.state).toBe('overdue');
    const quote = await quoteById(world.ctx.db, session.id, order.quoteId);
    if (!quote) throw new Error('The order has no price');
    world.clock.advance(2 * 3600 * 1000);
    // Its price is frozen with the order: it holds as long as that does.
    expect(accepted(await world.pay(session, quote)).orderId).toBe(order.id);
    expect((await invoiceById(world.ctx, id))?.state).toBe('paid');
  });

  test('of an unknown id, of a plan that is not sold, there is none', async () => {
    expect(await invoiceById(world.ctx, 'inv_unknown')).toBeNull();
    expect(await createUnpaidOrder(world.ctx, { ...start, planId: 'plan-none' })).toEqual({
      ok: false,
      error: 'plan-not-found',
    });
  });
});

describe('resumable purchase', () => {
  test('has the current order of its session', async () => {
    const { session, order } = accepted(await createUnpaidOrder(world.ctx, start));
    const id = await createRecovery(world.ctx, session.id, 'unfinished');
    expect(await recoveryById(world.ctx, id)).toMatchObject({ kind: 'unfinished', view: { order: { id: order.id } } });
    expect(await recoveryById(world.ctx, 'rec_unknown')).toBeNull();
  });
});

describe('secret of a magic link', () => {
  test('opens what it was made for, and nothing else', async () => {
    const [one, other] = [await bill(), await bill()];
    const token = await issueMagicLink(world.ctx, world.ctx.db, one.id);
    expect(await linkOpens(world.ctx, one.id, token)).toBe(true);
    expect(await linkOpens(world.ctx, other.id, token)).toBe(false);
    expect(await linkOpens(world.ctx, 'inv_unknown', token)).toBe(false);
    for (const wrong of ['', 'x', 'a'.repeat(43), `${token}a`])
      expect(await linkOpens(world.ctx, one.id, wrong)).toBe(false);
    expect(await anyLinkOpensOrder(world.ctx, ['x', token], one.order.id)).toBe(true);
    expect(await anyLinkOpensOrder(world.ctx, [token], other.order.id)).toBe(false);
    expect(await anyLinkOpensOrder(world.ctx, [], one.order.id)).toBe(false);
  });

  test('of a recovery opens its order too', async () => {
    const { session, order } = accepted(await createUnpaidOrder(world.ctx, start));
    const id = await createRecovery(world.ctx, session.id, 'failed-charge');
    const token = await issueMagicLink(world.ctx, world.ctx.db, id);
    expect(await anyLinkOpensOrder(world.ctx, [token], order.id)).toBe(true);
  });

  test('ends after two months, and is kept as its hash only', async () => {
    const { id } = await bill();
    const token = await issueMagicLink(world.ctx, world.ctx.db, id);
    const rows = await world.ctx.db.selectFrom('magic_links').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    world.clock.advance(61 * 24 * 3600 * 1000);
    expect(await linkOpens(world.ctx, id, token)).toBe(false);
  });
});
