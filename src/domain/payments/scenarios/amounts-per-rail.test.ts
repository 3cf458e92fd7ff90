import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { card, code, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import type { RailManifest } from '../index.ts';

let database: TestDatabase;
let world: SplitWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createSplitWorld(database);
});
afterEach(() => world.end());

/** The same rails, with rules of their own for the one that is paid by a code. The price is 1,140.00. */
function codesWith(rules: Partial<RailManifest>): void {
  const { rails } = world.ctx;
  const byMethod: typeof rails.byMethod = (method) => {
    const rail = rails.byMethod(method);
    return rail && method === 'by-code' ? { ...rail, ...rules } : rail;
  };
  Object.assign(world.ctx, { rails: { ...rails, byMethod } });
}

async function nothingBegan(): Promise<void> {
  const rows = await database.db.selectFrom('orders').select('id').execute();
  expect([rows, world.sandbox()]).toEqual([[], { taken: 0n, reserved: 0n }]);
}

describe('the amount limits of a payment', () => {
  test('apply to the whole price: no attempt is created, and the limit is named', async () => {
    codesWith({ limits: { BRL: { most: 99_999n } } });
    const { session, quote } = await world.buyer();
    expect(await world.payWith(session, quote, [code()])).toEqual({
      ok: false,
      error: { code: 'amount-above-limit', limit: { amount: 99_999n, currency: 'BRL' }, tender: 0 },
    });
    await nothingBegan();
  });

  test('apply to each part, also to the one that takes the rest', async () => {
    codesWith({ limits: { BRL: { least: 500n, most: 99_999n } } });
    const { session, quote } = await world.buyer();
    const refused = async (...tenders: Parameters<typeof world.payWith>[2]) => world.payWith(session, quote, tenders);
    expect(await refused(card(14_000n), code())).toMatchObject({
      error: { code: 'amount-above-limit', limit: { amount: 99_999n }, tender: 1 },
    });
    expect(await refused(code(499n), card())).toMatchObject({
      error: { code: 'amount-below-limit', limit: { amount: 500n }, tender: 0 },
    });
    await nothingBegan();
    const good = accepted(await world.payWith(session, quote, [card(14_001n), code()]));
    expect(good.split).toMatchObject({ standing: 'waits-for-buyer', held: 14_001 });
  });

  test('are also the gateway’s, whichever is stricter', async () => {
    codesWith({ limits: { BRL: { least: 100n } } });
    const codes = world.ctx.gateways.choose('school', 'BR', 'by-code');
    Object.assign(codes ?? {}, { limits: { BRL: { least: 600n } } });
    const { session, quote } = await world.buyer();
    expect(await world.payWith(session, quote, [code(599n), card()])).toMatchObject({
      error: { code: 'amount-below-limit', limit: { amount: 600n } },
    });
    accepted(await world.payWith(session, quote, [code(600n), card()]));
  });

  test('do not apply in another currency', async () => {
    codesWith({ limits: { PEN: { most: 1n } } });
    const { session, quote } = await world.buyer();
    expect(accepted(await world.payWith(session, quote, [code()])).state).toBe('awaiting-buyer');
  });
});

test('a buyer with a tax id that a method does not take cannot pay with it', async () => {
  codesWith({ documents: ['cpf'] });
  const { session, quote } = await world.buyer();
  const known = (type: string) =>
    database.db.updateTable('leads').set({ document_type: type, document_number: '1' }).execute();
  await known('cnpj');
  expect(await world.payWith(session, quote, [card(60_000n), code()])).toEqual({
    ok: false,
    error: { code: 'document-not-taken', tender: 1 },
  });
  await nothingBegan();
  await known('cpf');
  accepted(await world.payWith(session, quote, [card(60_000n), code()]));
});
