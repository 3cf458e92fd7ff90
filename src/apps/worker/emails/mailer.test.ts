import nodemailer from 'nodemailer';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orderOfEmailAccess } from '#src/domain/customers/access/index.server.ts';
import { linkOpens } from '#src/domain/customers/magic-links/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import type { RailDocument } from '#src/domain/payments/index.ts';
import { sha256 } from '#src/kernel/ids/ids.server.ts';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import { schoolRegistry } from '#tests/support/fixtures/school-registry.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { type SmtpInbox, openSmtpInbox } from '#tests/support/http/smtp-inbox.server.ts';
import { createMailer, type Mailer } from './mailer.server.ts';

const parts = readBrandParts();
const from = 'matricula@school.example';

const paper: RailDocument = {
  id: 'paper',
  fileName: 'papel.pdf',
  contentType: 'application/pdf',
  isReady: (attempt) => attempt.instructions !== null,
  render: async ({ order, description }) => Buffer.from(`%PDF ${order.number} ${description}`),
};

let database: TestDatabase;
let room: SmtpInbox;
let world: DomainWorld;
beforeAll(async () => {
  [database, room] = await Promise.all([createTestDatabase(), openSmtpInbox()]);
});
afterAll(async () => {
  await Promise.all([database.close(), room.close()]);
});
beforeEach(() => {
  world = createDomainWorld(database);
  room.arrived.length = 0;
  room.isRefusing = false;
});

function mailerOf(ctx: DomainContext = world.ctx) {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port: room.port, ignoreTLS: true });
  return createMailer({
    ...parts,
    brands: schoolRegistry(parts.brands, 'Escola & Cia'),
    ctx,
    transport,
    from,
    publicOrigin: 'https://pay.example',
    documents: { later: [paper] },
  });
}

async function messages(orderId: string) {
  return database.db.selectFrom('emails').selectAll().where('order_id', '=', orderId).orderBy('created_at').execute();
}

async function message(orderId: string, kind: string) {
  const found = (await messages(orderId)).find((row) => row.kind === kind);
  if (!found) throw new Error(`No ${kind}`);
  return found;
}

/** The e-mail's link opens its own purchase on any device, and nothing else; the database stores the secret's hash only. */
async function expectOwnLink(text: string): Promise<void> {
  const [, id = '', secret = ''] =
    /https:\/\/pay\.example\/recovery\/(rec_[\w-]{22})\?product=course&t=([\w-]{43})/.exec(text) ?? [];
  expect(await linkOpens(world.ctx, id, secret)).toBe(true);
  expect(await linkOpens(world.ctx, `${id.slice(0, -1)}_`, secret)).toBe(false);
  const kept = await database.db.selectFrom('magic_links').selectAll().where('subject_id', '=', id).execute();
  expect(kept).toHaveLength(1);
  expect(JSON.stringify(kept)).not.toContain(secret);
  expect(kept[0]?.token_hash).toBe(sha256(secret));
  const later = createDomainWorld(database);
  later.clock.advance(61 * 86_400_000);
  expect(await linkOpens(later.ctx, id, secret)).toBe(false);
}

const send = (mailer: Mailer, id: string): Promise<number> => mailer.sendEmails({ limit: 20, only: [id] });

/** The received e-mails, parsed. */
function mails(): Promise<Email[]> {
  return Promise.all(room.arrived.map(({ raw }) => PostalMime.parse(raw)));
}

/** A new buyer's attempt; by code it stays pending. */
async function tried(method: 'at-once' | 'by-code') {
  const { session, quote } = await world.buyer();
  world.gateway.behavior = method === 'by-code' ? 'await' : 'capture';
  const paid = await world.pay(session, quote, { method });
  if (!paid.ok) throw new Error(paid.error.code);
  return { ...paid.value, session, quote };
}

describe('the receipt', () => {
  test('is sent to the buyer once, with a working sign-in link', async () => {
    const { orderId } = await tried('at-once');
    const { id } = await message(orderId, 'order-paid');
    const mailer = mailerOf();
    await send(mailer, id);
    await send(mailer, id);

    expect(room.arrived).toHaveLength(1);
    const [mail] = await mails();
    const raw = room.arrived[0]?.raw.toString('latin1');
    expect(room.arrived[0]?.to).toEqual(['maria@example.com']);
    expect(mail?.from).toMatchObject({ name: 'Escola & Cia', address: from });
    expect(mail?.to).toEqual([{ name: 'Maria da Silva', address: 'maria@example.com' }]);
    expect(mail?.subject).toBe('Pagamento confirmado: Curso');
    expect(mail?.messageId).toBe(`<${id}@school.example>`);
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(raw).toMatch(/^Content-Language: pt-BR\r$/m);
    expect(mail?.text).toContain('Total pago: R$\u00a01.140,00');
    expect(mail?.html).toContain('Escola &amp; Cia');
    const secret = /https:\/\/pay\.example\/access\?t=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
    expect(await orderOfEmailAccess(world.ctx, secret)).toBe(orderId);
    expect(await message(orderId, 'order-paid')).toMatchObject({ state: 'sent', sent_at: expect.any(Date) });
  });

  test('that the mail server refuses stays queued, and is sent at the next attempt', async () => {
    const { orderId } = await tried('at-once');
    const { id } = await message(orderId, 'order-paid');
    room.isRefusing = true;
    await expect(send(mailerOf(), id)).rejects.toThrow('451');
    expect(await message(orderId, 'order-paid')).toMatchObject({
      ...{ state: 'waiting', outcome: 'refused', smtp_code: 451, refusal: 'mail-system', template_version: null },
    });
    room.isRefusing = false;
    await send(mailerOf(), id);
    expect(room.arrived).toHaveLength(0);
    world.clock.advance(10_000);
    await send(mailerOf(), id);
    expect(room.arrived).toHaveLength(1);
    expect(await message(orderId, 'order-paid')).toMatchObject({
      ...{ state: 'sent', outcome: 'accepted', smtp_code: null, refusal: null },
    });
  });

  test('sent again after a crash has the same message id', async () => {
    const { orderId } = await tried('at-once');
    const { id } = await message(orderId, 'order-paid');
    const dying = mailerOf({
      ...world.ctx,
      crashPoint: () => {
        throw new Error('died');
      },
    });
    await expect(send(dying, id)).rejects.toThrow('died');
    world.clock.advance(2 * 60_000);
    await send(mailerOf(), id);
    const names = (await mails()).map((mail) => mail.messageId);
    expect(names).toEqual([`<${id}@school.example>`, `<${id}@school.example>`]);
  });

  test('that is missing is no failure', async () => {
    await send(mailerOf(), 'msg_unknown');
    expect(room.arrived).toEqual([]);
  });
});

describe('the payment instructions', () => {
  test('are sent with the rail’s payment details and the resume link', async () => {
    const { orderId } = await tried('by-code');
    const { id } = await message(orderId, 'payment-instructions');
    await send(mailerOf(), id);
    const [mail] = await mails();
    expect(mail?.subject).toBe('Falta só o pagamento: Curso');
    await expectOwnLink(mail?.text ?? '');
    const [attached] = mail?.attachments ?? [];
    expect(attached).toMatchObject({ filename: 'papel.pdf', mimeType: 'application/pdf' });
    const content = attached?.content;
    expect(content instanceof ArrayBuffer ? Buffer.from(content).toString() : content).toMatch(/^%PDF \d+ Curso$/);
  });

  const fates: Readonly<Record<string, (one: Awaited<ReturnType<typeof tried>>) => Promise<unknown>>> = {
    'is paid meanwhile': ({ attemptId }) => {
      world.gateway.receive(attemptId);
      return world.notify(attemptId);
    },
    'was replaced by another try': ({ session, quote }) => world.pay(session, quote, { method: 'by-code' }),
  };

  test.each(Object.entries(fates))('are not sent for what %s', async (_fate, befall) => {
    const one = await tried('by-code');
    const { id } = await message(one.orderId, 'payment-instructions');
    await befall(one);
    await send(mailerOf(), id);
    expect(room.arrived).toEqual([]);
    expect((await messages(one.orderId)).find((row) => row.id === id)?.state).toBe('not-needed');
  });
});

describe('an e-mail about an amount that does not fit', () => {
  test('of an underpayment names the paid and the missing amount, and where to pay it; none once it is paid', async () => {
    const { orderId, attemptId } = await tried('by-code');
    world.gateway.receive(attemptId, 100_000n);
    await world.notify(attemptId);
    const { id } = await message(orderId, 'order-underpaid');
    await send(mailerOf(), id);
    const [mail] = await mails();
    expect(mail?.text).toContain('Já recebemos: R$\u00a01.000,00');
    expect(mail?.text).toContain('Falta pagar: R$\u00a0140,00');
    await expectOwnLink(mail?.text ?? '');

    await database.db.updateTable('emails').set({ state: 'waiting' }).where('id', '=', id).execute();
    world.gateway.receive(attemptId, 14_000n);
    await world.notify(attemptId);
    await send(mailerOf(), id);
    expect(room.arrived).toHaveLength(1);
  });

  test('of a surplus names the refunded amount', async () => {
    const { orderId, attemptId } = await tried('by-code');
    world.gateway.receive(attemptId, 119_000n);
    await world.notify(attemptId);
    await send(mailerOf(), (await message(orderId, 'surplus-returned')).id);
    const [mail] = await mails();
    expect(mail?.subject).toBe('Vamos devolver R$ 50,00 a você');
    expect(mail?.text).toContain('Valor a receber: R$\u00a050,00');
  });

  test('of a surplus without a gateway refund links the page that collects the account', async () => {
    const { orderId, attemptId } = await tried('by-code');
    world.gateway.receive(attemptId, 119_000n);
    await world.notify(attemptId);
    const { gateway, ctx } = world;
    const takesOnly = { id: gateway.id, start: gateway.start.bind(gateway), find: gateway.find.bind(gateway) };
    const mailer = mailerOf({ ...ctx, gateways: { ...ctx.gateways, byId: () => takesOnly } });
    await send(mailer, (await message(orderId, 'surplus-returned')).id);
    const [mail] = await mails();
    expect(mail?.text).toContain('R$\u00a050,00');
    const secret = new RegExp(`https://pay\\.example/withdraw/${orderId}\\?[^\\s]*t=([\\w-]{43})`).exec(
      mail?.text ?? '',
    )?.[1];
    expect(await linkOpens(world.ctx, orderId, secret ?? '')).toBe(true);
  });
});
