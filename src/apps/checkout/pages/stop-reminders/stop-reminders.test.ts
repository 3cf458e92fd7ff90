import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { issueMagicLink } from '#src/domain/customers/magic-links/index.server.ts';
import { hasOptedOut, recordAbandonments } from '#src/domain/sales/reminders/index.server.ts';
import { recordConsents } from '#src/domain/checkout/leads/index.server.ts';
import { createApiWorld } from '#tests/support/worlds/api-world.server.ts';
import { openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import { type PayingBuyer, payingBuyer } from '#tests/support/fixtures/paying-buyer.server.ts';

let stage: PagesWorld;
let buyer: PayingBuyer;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());
beforeEach(async () => {
  await stage.database.pool.query('truncate reminders, reminder_opt_outs, abandonments');
  buyer = await payingBuyer(stage);
});

/** A buyer with consent to reminders abandons a checkout; returns the lead and the secret of its link. */
async function left(): Promise<{ id: string; token: string }> {
  const { ctx, clock } = buyer.world;
  await buyer.begin('product=ms');
  const { id: sessionId } = await stage.database.db
    .selectFrom('checkout_sessions')
    .select('id')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const consent = { kind: 'marketing', accepted: true, label: 'lead.marketing', text: 'News' } as const;
  await recordConsents(ctx.db, sessionId, [consent], '127.0.0.1', clock.now());
  clock.advance(61 * 60_000);
  await recordAbandonments(ctx);
  const { id } = await stage.database.db
    .selectFrom('abandonments')
    .select('id')
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow();
  return { id, token: await issueMagicLink(ctx, ctx.db, id) };
}

test('looking changes nothing, one press ends them, and no script is needed', async () => {
  const { id, token } = await left();
  const link = `/reminders/${id}?product=ms`;
  const entered = await buyer.get(`${link}&t=${token}`);
  expect(entered.to).toBe(link);
  const shown = await buyer.get(link);
  expect(shown).toMatchObject({ page: 'stop-reminders', data: { hasOptedOut: false, email: 'm•••@e•••.com' } });
  expect(await hasOptedOut(buyer.world.ctx, id)).toBe(false);
  expect((await buyer.post(link, {})).to).toBe(link);
  expect((await buyer.get(link)).data).toMatchObject({ hasOptedOut: true });
});

test('reminders are not stopped without the secret', async () => {
  const { id } = await left();
  const { status, page } = await buyer.get(`/reminders/${id}?product=ms`);
  expect([status, page]).toEqual([404, 'link-expired']);
  expect((await buyer.post(`/reminders/${id}?product=ms`, {})).page).toBe('link-expired');
  expect(await hasOptedOut(buyer.world.ctx, id)).toBe(false);
});

test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=b'])(
  'the mail program’s own button ends them (%s)',
  async (type) => {
    const { id, token } = await left();
    const api = await createApiWorld(stage.database);
    const post = (t: string) =>
      api.app.inject({
        method: 'POST',
        url: `/api/v1/reminders/${id}/stop?t=${t}`,
        headers: { 'content-type': type },
        payload: 'List-Unsubscribe=One-Click',
      });
    expect((await post('x'.repeat(43))).statusCode).toBe(404);
    expect(await hasOptedOut(buyer.world.ctx, id)).toBe(false);
    expect([(await post(token)).statusCode, (await post(token)).statusCode]).toEqual([204, 204]);
    expect(await hasOptedOut(buyer.world.ctx, id)).toBe(true);
    await api.close();
  },
);
