import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { type ConsoleWorld, createConsoleWorld } from '#tests/support/worlds/console-world.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';

let database: TestDatabase;
let world: ConsoleWorld;
let orderId: string;
let url: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const content = { subject: 'Pagamento confirmado', html: '<!doctype html><p>Olá', attachments: ['boleto.pdf'] };
  world = await createConsoleWorld(database, {
    services: {
      previewEmail: async ({ emailId }) => {
        if (emailId === 'msg_over') return { orderId, content: null };
        return emailId === 'msg_one' ? { orderId, content } : { orderId: 'ord_other', content };
      },
    },
  });
  const { session, quote } = await world.buyer();
  ({ orderId } = accepted(await world.pay(session, quote)));
  url = `/email-previews/${orderId}/msg_one`;
});
afterAll(async () => {
  await world.close();
  await database.close();
});

const looks = () =>
  database.db.selectFrom('audit_log').selectAll().where('action', '=', 'buyer.read-email').orderBy('id').execute();

test('an e-mail of a sale is shown to whoever gave a reason, for five minutes, as a page that runs nothing', async () => {
  const ana = world.user('ana', ['help@brand:school']);
  expect((await ana.get(url)).status).toBe(404);
  expect((await ana.post(url, { reason: ' ' })).status).toBe(422);
  expect(await looks()).toEqual([]);

  const asked = await ana.post(url, { reason: 'ticket 12' });
  expect(asked.json).toEqual({
    email: { subject: 'Pagamento confirmado', attachments: ['boleto.pdf'], pageUrl: `/data${url}` },
  });
  expect(await looks()).toMatchObject([
    {
      actor: 'staff:ana',
      subject_id: orderId,
      detail: { email: 'msg_one' },
      outcome: 'seen',
      reason: { text: 'ticket 12' },
    },
  ]);
  const page = await ana.get(url);
  expect(page.status).toBe(200);
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'x-frame-options': 'SAMEORIGIN',
    'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'self'; sandbox$/),
  });
  expect(page.headers['content-security-policy']).not.toContain('script-src');

  expect((await world.user('bia', ['help@brand:school']).get(url)).status).toBe(404);
  expect((await ana.get(`/email-previews/${orderId}/msg_over`)).status).toBe(404);
  world.clock.advance(5 * 60_000 + 1);
  expect((await ana.get(url)).status).toBe(404);
});

test('an e-mail that would not be sent today, one of another sale, and one that is not the reader’s are told apart from it', async () => {
  const ana = world.user('ana', ['help@brand:school']);
  const body = { reason: 'ticket 12' };
  expect((await ana.post(`/email-previews/${orderId}/msg_over`, body)).json).toEqual({ email: null });
  expect((await ana.post(`/email-previews/${orderId}/msg_foreign`, body)).status).toBe(404);
  expect((await world.user('fabio', ['operator@*']).post(url, body)).status).toBe(403);
  expect((await world.user('other', ['help@brand:other']).post(url, body)).status).toBe(404);
});
