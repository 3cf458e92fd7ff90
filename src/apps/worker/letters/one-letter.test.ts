import nodemailer from 'nodemailer';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Brand, BrandRegistry } from '#src/branding/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import { readBrandParts } from '#tests/support/brand-parts.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.server.ts';
import { accepted, course, createDomainWorld, type DomainWorld } from '#tests/support/domain-world.server.ts';
import { type MailRoom, openMailRoom } from '#tests/support/mail-room.server.ts';
import { createPostOffice } from './post-office.server.ts';

const parts = readBrandParts();

function schoolRegistry(): BrandRegistry {
  const [clothes] = parts.brands.brands;
  if (!clothes) throw new Error('There is no brand');
  const school: Brand = {
    ...clothes,
    id: 'school',
    brand: 'school',
    variant: null,
    name: 'Escola',
    products: [course],
  };
  return { ...parts.brands, byId: new Map([['school', school]]) };
}

let database: TestDatabase;
let room: MailRoom;
let world: DomainWorld;
beforeAll(async () => {
  [database, room] = await Promise.all([createTestDatabase(), openMailRoom()]);
});
afterAll(async () => {
  await Promise.all([database.close(), room.close()]);
});
beforeEach(() => {
  world = createDomainWorld(database);
  room.arrived.length = 0;
});

function officeOf(ctx: DomainContext = world.ctx) {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port: room.port, ignoreTLS: true });
  const from = 'matricula@school.example';
  const publicOrigin = 'https://pay.example';
  return createPostOffice({ ...parts, brands: schoolRegistry(), ctx, transport, from, publicOrigin, documents: {} });
}

async function message(orderId: string, kind: string) {
  return database.db
    .selectFrom('messages')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
}

const mails = () => Promise.all(room.arrived.map(({ raw }) => PostalMime.parse(raw)));

/** A new buyer's code that waits to be paid: its letter has the way back to the purchase. */
async function tried(): Promise<{ readonly orderId: string }> {
  const { session, quote } = await world.buyer();
  world.gateway.mood = 'await';
  return accepted(await world.pay(session, quote, { method: 'by-code' }));
}

describe('one letter', () => {
  test('that two workers have in hand at once goes out once', async () => {
    const { orderId } = await tried();
    const { id } = await message(orderId, 'payment-instructions');
    const office = officeOf();
    await Promise.all([office.deliverMessage(id), office.deliverMessage(id), officeOf().deliverMessage(id)]);
    expect(room.arrived).toHaveLength(1);
    expect((await message(orderId, 'payment-instructions')).state).toBe('sent');
  });

  test('whose worker died is sent by another one once that is certain', async () => {
    const { orderId } = await tried();
    const { id } = await message(orderId, 'payment-instructions');
    const dying = officeOf({
      ...world.ctx,
      crashPoint: () => {
        throw new Error('died');
      },
    });
    await expect(dying.deliverMessage(id)).rejects.toThrow('died');
    await officeOf().deliverMessage(id);
    expect(room.arrived).toHaveLength(1);
    world.clock.advance(11 * 60_000);
    await officeOf().deliverMessage(id);
    expect(new Set((await mails()).map(({ messageId }) => messageId)).size).toBe(1);
    expect((await message(orderId, 'payment-instructions')).state).toBe('sent');
  });
});
