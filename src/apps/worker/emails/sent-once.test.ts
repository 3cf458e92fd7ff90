import nodemailer from 'nodemailer';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DomainContext } from '#src/domain/context.server.ts';
import { backlogMetrics } from '#src/domain/risk/metrics/index.server.ts';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import { schoolRegistry } from '#tests/support/fixtures/school-registry.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { type SmtpInbox, openSmtpInbox } from '#tests/support/http/smtp-inbox.server.ts';
import { createMailer, type Mailer } from './mailer.server.ts';

const parts = readBrandParts();

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
});

function mailerOf(ctx: DomainContext = world.ctx) {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port: room.port, ignoreTLS: true });
  const from = 'matricula@school.example';
  const publicOrigin = 'https://pay.example';
  return createMailer({
    ...parts,
    brands: schoolRegistry(parts.brands, 'Escola'),
    ctx,
    transport,
    from,
    publicOrigin,
    documents: {},
  });
}

async function message(orderId: string, kind: string) {
  return database.db
    .selectFrom('emails')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
}

const send = (mailer: Mailer, id: string): Promise<number> => mailer.sendEmails({ limit: 20, only: [id] });

const mails = () => Promise.all(room.arrived.map(({ raw }) => PostalMime.parse(raw)));

/** A new buyer's unpaid code: its e-mail has the link back to the purchase. */
async function tried(): Promise<{ readonly orderId: string }> {
  const { session, quote } = await world.buyer();
  world.gateway.behavior = 'await';
  return accepted(await world.pay(session, quote, { method: 'by-code' }));
}

describe('one e-mail', () => {
  test('has the same template version for two buyers of one product', async () => {
    const versions = [await tried(), await tried()].map(async ({ orderId }) => {
      const { id } = await message(orderId, 'payment-instructions');
      await send(mailerOf(), id);
      return (await message(orderId, 'payment-instructions')).template_version;
    });
    const [one, other] = await Promise.all(versions);
    expect(one).toMatch(/^[0-9a-f]{16}$/);
    expect(other).toBe(one);
  });

  test('that two workers process at once is sent once', async () => {
    const { orderId } = await tried();
    const { id } = await message(orderId, 'payment-instructions');
    const mailer = mailerOf();
    await Promise.all([send(mailer, id), send(mailer, id), send(mailerOf(), id)]);
    expect(room.arrived).toHaveLength(1);
    expect((await message(orderId, 'payment-instructions')).state).toBe('sent');
  });

  test('whose worker died is sent by another one after its lease', async () => {
    const { orderId } = await tried();
    const { id } = await message(orderId, 'payment-instructions');
    const dying = mailerOf({
      ...world.ctx,
      crashPoint: () => {
        throw new Error('died');
      },
    });
    await expect(send(dying, id)).rejects.toThrow('died');
    await send(mailerOf(), id);
    expect(room.arrived).toHaveLength(1);
    world.clock.advance(11 * 60_000);
    await send(mailerOf(), id);
    expect(new Set((await mails()).map(({ messageId }) => messageId)).size).toBe(1);
    expect((await message(orderId, 'payment-instructions')).state).toBe('sent');
  });

  test('that is refused is repeated after growing pauses, blocks no other, and is given up after three days', async () => {
    await database.db.updateTable('emails').set({ state: 'not-needed' }).execute();
    const [{ orderId }, other] = [await tried(), await tried()];
    const { id } = await message(orderId, 'payment-instructions');
    room.refused.add(`<${id}@school.example>`);
    const round = () => mailerOf().sendEmails({ limit: 20 });
    await expect(round()).rejects.toThrow('451');
    expect((await message(other.orderId, 'payment-instructions')).state).toBe('sent');
    expect(room.arrived).toHaveLength(1);
    const pauses: number[] = [];
    for (let seconds = 0; pauses.length < 7; seconds += 10) {
      world.clock.advance(10_000);
      const before = (await message(orderId, 'payment-instructions')).tries;
      await round().catch(() => 0);
      if ((await message(orderId, 'payment-instructions')).tries > before)
        pauses.push(seconds + 10 - pauses.reduce((sum, one) => sum + one, 0));
    }
    expect(pauses).toEqual([10, 20, 40, 80, 160, 300, 300]);
    world.clock.advance(71 * 3_600_000);
    await expect(round()).rejects.toThrow('451');
    expect((await message(orderId, 'payment-instructions')).state).toBe('waiting');
    world.clock.advance(3_600_000);
    await expect(round()).rejects.toThrow('451');
    // It waits no more: nobody takes it, and no figure says that it does.
    expect((await message(orderId, 'payment-instructions')).state).toBe('given-up');
    expect((await backlogMetrics(database.db, world.clock.now())).find(({ kind }) => kind === 'letter')?.count).toBe(0);
    room.refused.clear();
    expect(await round()).toBe(0);
  });

  test('that was sent but not recorded is recorded later: no recipient gets it twice', async () => {
    const { orderId } = await tried();
    const { id } = await message(orderId, 'payment-instructions');
    await database.pool.query(`
      create sequence notes;
      create function fail_once() returns trigger language plpgsql as
        $$ begin if nextval('notes') = 1 then raise exception 'for a moment'; end if; return new; end $$;
      create trigger fail_once before update on emails for each row when (new.state = 'sent') execute function fail_once()`);
    try {
      await send(mailerOf(), id);
    } finally {
      await database.pool.query('drop trigger fail_once on emails; drop function fail_once; drop sequence notes');
    }
    expect((await message(orderId, 'payment-instructions')).state).toBe('sent');
    expect(room.arrived).toHaveLength(1);
  });

  test('of a worker that was stopped for days is sent by the next run', async () => {
    const { orderId } = await tried();
    world.clock.advance(30 * 86_400_000);
    await mailerOf().sendEmails({ limit: 20 });
    expect(['sent', 'not-needed']).toContain((await message(orderId, 'payment-instructions')).state);
  });
});
