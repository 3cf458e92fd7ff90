import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { currentQuote } from '../quotes/index.server.ts';
import { saveStepAnswers, sessionById } from './index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  world = createDomainWorld(database);
});

describe('an answer on a step', () => {
  test('is kept beside the others, and corrected by the next one to the same question', async () => {
    const { session } = await world.buyer();
    expect(session.answers).toEqual({});
    const first = accepted(await saveStepAnswers(world.ctx, session, { orderBumps: ['kit'] }));
    expect({ ...first, leadId: null }).toEqual({ ...session, answers: { orderBumps: ['kit'] } });
    const second = accepted(await saveStepAnswers(world.ctx, session, { profiles: 2 }));
    expect(second.answers).toEqual({ orderBumps: ['kit'], profiles: 2 });
    const third = accepted(await saveStepAnswers(world.ctx, session, { orderBumps: [] }));
    expect(third.answers).toEqual({ orderBumps: [], profiles: 2 });
    expect(await sessionById(database.db, session.id)).toEqual(third);
  });

  test('changes the price of the session, and back', async () => {
    const { session, quote } = await world.buyer();
    const more = accepted(await saveStepAnswers(world.ctx, session, { orderBumps: ['kit'], profiles: 2 }));
    const dearer = accepted(await currentQuote(world.ctx, more));
    expect(dearer).toMatchObject({ total: 180_700n });
    expect(dearer.lines.map(({ kind }) => kind)).toEqual(['main', 'profiles', 'order-bump']);
    expect(accepted(await currentQuote(world.ctx, more)).id).toBe(dearer.id);
    const less = accepted(await saveStepAnswers(world.ctx, more, { orderBumps: [], profiles: 1 }));
    expect(accepted(await currentQuote(world.ctx, less))).toMatchObject({ total: quote.total, lines: quote.lines });
  });

  test('is paid, and is a line of the order', async () => {
    const { session } = await world.buyer();
    const more = accepted(await saveStepAnswers(world.ctx, session, { orderBumps: ['kit'] }));
    const quote = accepted(await currentQuote(world.ctx, more));
    const { orderId } = accepted(await world.pay(more, quote));
    const lines = database.db.selectFrom('order_lines').select(['kind', 'plan_id', 'amount']).orderBy('position');
    expect(await lines.where('order_id', '=', orderId).execute()).toEqual([
      { kind: 'main', plan_id: 'plan-year', amount: 114_000n },
      { kind: 'order-bump', plan_id: 'bump-kit', amount: 9_700n },
    ]);
    const order = database.db.selectFrom('orders').select(['state', 'total', 'received']).where('id', '=', orderId);
    expect(await order.executeTakeFirst()).toEqual({ state: 'paid', total: 123_700n, received: 123_700n });
  });

  test('after the money came is refused: the price is frozen', async () => {
    const { session, quote } = await world.buyer();
    accepted(await world.pay(session, quote));
    const refused = { ok: false, error: 'price-frozen' };
    expect(await saveStepAnswers(world.ctx, session, { orderBumps: ['kit'] })).toEqual(refused);
    expect(await saveStepAnswers(world.ctx, session, { profiles: 2 })).toEqual(refused);
    expect((await sessionById(database.db, session.id))?.answers).toEqual({});
  });

  test('while a payment code is open leads to a new order at the new price', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'await';
    const open = accepted(await world.pay(session, quote, { method: 'by-code' }));
    const more = accepted(await saveStepAnswers(world.ctx, session, { orderBumps: ['kit'] }));
    const dearer = accepted(await currentQuote(world.ctx, more));
    world.gateway.behavior = 'capture';
    const paid = accepted(await world.pay(more, dearer));
    expect(paid.orderId).not.toBe(open.orderId);
    const states = await database.db
      .selectFrom('orders')
      .select(['state', 'total'])
      .where('session_id', '=', session.id)
      .orderBy('number')
      .execute();
    expect(states).toEqual([
      { state: 'closed', total: 114_000n },
      { state: 'paid', total: 123_700n },
    ]);
  });
});
