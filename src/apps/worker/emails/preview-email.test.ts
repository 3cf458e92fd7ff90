import nodemailer from 'nodemailer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#src/domain/database/index.server.ts';
import { createKysely, createPool } from '#src/kernel/db/pool.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import { schoolRegistry } from '#tests/support/fixtures/school-registry.server.ts';
import { accepted, createDomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createMailer } from './mailer.server.ts';

let database: TestDatabase;
let readers: ReturnType<typeof createPool>;
beforeAll(async () => {
  database = await createTestDatabase();
  readers = createPool(database.address, { max: 2, isReadOnly: true });
});
afterAll(async () => {
  await readers.end();
  await database.close();
});

const logo = { content: Buffer.from('logo'), width: 100, height: 20 };

/** A purchase and what its e-mails would say. */
async function bought(method: 'at-once' | 'by-code') {
  const world = createDomainWorld(database);
  world.gateway.behavior = method === 'by-code' ? 'await' : 'capture';
  const { session, quote } = await world.buyer();
  const paid = accepted(await world.pay(session, quote, { method }));
  const parts = readBrandParts();
  const mailer = createMailer({
    ...parts,
    ...{ brands: schoolRegistry(parts.brands, 'Escola & Cia'), ctx: world.ctx, documents: {}, logos: () => logo },
    ...{ from: 'matricula@school.example', publicOrigin: 'https://pay.example' },
    transport: nodemailer.createTransport({ jsonTransport: true }),
  });
  const { id: emailId } = await database.db
    .selectFrom('emails')
    .select('id')
    .where('order_id', '=', paid.orderId)
    .executeTakeFirstOrThrow();
  const db = createKysely<Database>(readers);
  return { world, ...paid, preview: () => mailer.previewEmail({ db, emailId }) };
}

const secrets = async (): Promise<number> => {
  const { db } = database;
  const links = await db.selectFrom('magic_links').select('token_hash').execute();
  const tokens = await db.selectFrom('access_tokens').select('token_hash').execute();
  return links.length + tokens.length;
};

test('an e-mail is read as it would be sent now, by connections that cannot write, with links that open nothing', async () => {
  const { preview, orderId } = await bought('at-once');
  const before = await secrets();
  const read = await preview();
  expect(read).toMatchObject({ orderId, content: { subject: 'Pagamento confirmado: Curso', attachments: [] } });
  const html = read?.content?.html ?? '';
  expect(html).toContain('Escola &amp; Cia');
  expect(html).toContain(`src="data:image/png;base64,${logo.content.toString('base64')}"`);
  expect(html).toMatch(/href="https:\/\/pay\.example\/access"/);
  expect(html).not.toMatch(/[?&;]t=/);
  expect(await secrets()).toBe(before);
});

test('an e-mail that would not be sent any more has no text', async () => {
  const { preview, world, attemptId } = await bought('by-code');
  expect((await preview())?.content?.html).toContain('https://pay.example/');
  world.gateway.receive(attemptId);
  await world.notify(attemptId);
  expect((await preview())?.content).toBeNull();
});
