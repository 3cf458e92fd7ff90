import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resendAccess } from '#src/domain/customers/access/index.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { type ConsoleUser, type ConsoleWorld, createConsoleWorld } from '#tests/support/worlds/console-world.server.ts';
import { audited } from './audited.server.ts';

let database: TestDatabase;
let world: ConsoleWorld;
let help: ConsoleUser;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await createConsoleWorld(database);
  help = world.user('ana', ['help@brand:school', 'finance@brand:school']);
});
afterAll(async () => {
  await world.close();
  await database.close();
});
beforeEach(() => {
  world.gateway.behavior = 'capture';
});

const key = 'a-key-of-a-sheet-01';

async function order(behavior: 'capture' | 'await' = 'capture') {
  const { session, quote } = await world.buyer();
  world.gateway.behavior = behavior;
  const { orderId, attemptId } = accepted(await world.pay(session, quote));
  return { orderId, attemptId };
}

/** What the audit log says of a subject, oldest first: action, outcome and reason. */
async function entries(subject: string) {
  const rows = await database.db
    .selectFrom('audit_log')
    .select(['action', 'outcome', 'actor', 'brand', 'reason', 'detail'])
    .where('subject_id', '=', subject)
    .orderBy('id')
    .execute();
  return rows.map(({ action, outcome, actor, brand, reason }) => [action, outcome, actor, brand, reason?.text ?? null]);
}

const ana = ['staff:ana', 'school'] as const;

describe('an act of the staff', () => {
  test('is in the audit log with its effect, once, and its refusal alone', async () => {
    const { orderId } = await order();
    const resend = () => help.post(`/access/${orderId}/email`, { key });
    expect(await resend()).toMatchObject({ status: 200, json: { isNew: true } });
    expect(await resend()).toMatchObject({ status: 200, json: { isNew: false } });
    const { orderId: unpaid } = await order('await');
    expect(await help.post(`/access/${unpaid}/email`, { key })).toMatchObject({
      ...{ status: 409, json: { code: 'access-not-open' } },
    });
    expect(await entries(orderId)).toEqual([['access.resend', 'done', ...ana, null]]);
    expect(await entries(unpaid)).toEqual([['access.resend', 'refused:access-not-open', ...ana, null]]);
  });

  test('whose entry cannot be written has no effect', async () => {
    const { orderId } = await order();
    const act = { action: 'access.resend' as const, subject: { kind: 'order', id: orderId }, brand: 'school' };
    // The database refuses an actor of no known kind.
    const nobody = { staff: { ...help.actor, actor: 'nobody' } };
    await expect(
      audited(world, nobody, act, (onWritten) => resendAccess(world.ctx, { orderId, key }, onWritten)),
    ).rejects.toThrow('audit_log');
    const sent = database.db.selectFrom('emails').select('dedup').where('order_id', '=', orderId);
    expect((await sent.where('kind', '=', 'order-paid').execute()).map(({ dedup }) => dedup)).toEqual(['']);
    expect(await entries(orderId)).toEqual([]);
  });
});

describe('the acts on a sale', () => {
  test('correct its e-mail with a reason, hand out a link, and use the right to return it', async () => {
    const { orderId } = await order();
    const reason = 'ticket 4711';
    expect(await help.post(`/buyer-emails/${orderId}`, { email: 'nova@example.com', reason })).toMatchObject({
      status: 200,
    });
    const link = await help.post(`/access/${orderId}/link`);
    expect(link.json['url']).toMatch(/^http:\/\/localhost:3000\/access\?t=/);
    expect((await help.get(`/cooling-off/${orderId}`)).json).toMatchObject({ standing: 'open', amount: 114_000 });
    expect(await help.post(`/cooling-off/${orderId}`, { ticket: reason })).toMatchObject({ status: 200 });
    expect(await help.post(`/cooling-off/${orderId}`, { ticket: reason })).toMatchObject({ json: { isNew: false } });
    expect(await entries(orderId)).toEqual([
      ['buyer.correct-email', 'done', ...ana, reason],
      ['access.link', 'done', ...ana, null],
      ['cooling-off.request', 'done', ...ana, reason],
    ]);
    const log = JSON.stringify(await database.db.selectFrom('audit_log').select('detail').execute());
    expect(log).not.toContain('nova@');
  });

  test('ask its company now, renew its code once it has run out, and give a short link', async () => {
    const { orderId, attemptId } = await order('await');
    expect((await help.post(`/charges/${attemptId}/ask`)).json).toMatchObject({ hasChanged: false });
    world.gateway.receive(attemptId);
    expect((await help.post(`/charges/${attemptId}/ask`)).json).toEqual({
      ...{ state: 'captured', hasChanged: true, isUnanswered: false },
    });
    expect((await entries(orderId)).map(([action]) => action)).toEqual(['charge.ask', 'charge.ask']);
    expect(await help.post(`/links/${orderId}`)).toMatchObject({ status: 409, json: { code: 'order-paid' } });

    const late = await order('await');
    const link = await help.post(`/links/${late.orderId}`);
    expect(link.json['url']).toMatch(/^http:\/\/localhost:3000\/r\//);
  });

  test('export and erase its buyer, who has proved who they are', async () => {
    const { orderId } = await order();
    const lead = world.user('bia', ['help-lead@brand:school']);
    const proof = 'answered from the address of the purchase';
    const { status, json } = await lead.post(`/buyer-data/${orderId}/export`, { proof });
    expect([status, json['school'], json['email']]).toEqual([200, 'school', 'maria@example.com']);
    expect(await entries(orderId)).toEqual([['buyer.export', 'done', 'staff:bia', 'school', proof]]);
    expect((await lead.post(`/buyer-data/${orderId}/export`, { proof: ' ' })).status).toBe(422);
    // Nobody else could decide it.
    expect(await lead.post(`/buyer-data/${orderId}/erasure`, { proof })).toMatchObject({
      ...{ status: 409, json: { code: 'second-person-needed' } },
    });
    expect((await help.post(`/buyer-data/${orderId}/export`, { proof })).status).toBe(403);
  });

  test('are refused to who may not, and hidden from who is out of scope', async () => {
    const { orderId } = await order();
    const body = { email: 'nova@example.com', reason: 'x' };
    const stranger = world.user('eva', ['help@brand:other']);
    const auditor = world.user('gil', ['auditor@*']);
    expect((await stranger.post(`/buyer-emails/${orderId}`, body)).status).toBe(404);
    expect(await auditor.post(`/buyer-emails/${orderId}`, body)).toMatchObject({
      ...{ status: 403, json: { permission: 'buyer.correct' } },
    });
    expect(await entries(orderId)).toEqual([]);
  });
});

describe('a refund by staff', () => {
  const refundId = 'st_0123456789abcdef01';

  test('is shown, requested with what was shown, and made once', async () => {
    const { orderId } = await order();
    const preview = await help.get(`/refunds/${orderId}/preview`);
    expect(preview.json).toMatchObject({
      ...{ amount: 114_000, needsApproval: false, endsSale: true, withoutApproval: 200_000 },
      ...{ parts: [{ amount: 114_000, isManual: false }], effects: { access: 'ends' } },
    });
    const body = { refundId, amount: 114_000, shown: 114_000, reason: 'pago duas vezes' };
    expect(await help.post(`/refunds/${orderId}`, { ...body, shown: 1 })).toMatchObject({
      ...{ status: 409, json: { code: 'refund-changed' } },
    });
    expect((await help.post(`/refunds/${orderId}`, body)).json).toMatchObject({ state: 'sent', amount: 114_000 });
    expect((await help.post(`/refunds/${orderId}`, body)).json).toMatchObject({ state: 'sent', amount: 114_000 });
    await world.runJobs();
    expect(await help.get(`/refunds/${orderId}/preview`)).toMatchObject({ status: 409 });
    expect(await entries(orderId)).toEqual([
      ['refund.request', 'refused:refund-changed', ...ana, body.reason],
      ['refund.request', 'done', ...ana, body.reason],
    ]);
  });

  test('under a name of the product’s own is refused', async () => {
    const { orderId } = await order();
    const body = { refundId: `withdrawal-${orderId}`, amount: 1, shown: 1, reason: 'x' };
    expect((await help.post(`/refunds/${orderId}`, body)).status).toBe(422);
  });
});
