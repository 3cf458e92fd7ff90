import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { avoidHourEnd } from '#tests/support/clock/avoid-hour-end.ts';
import { linkLimits } from '../../customers/magic-links/link-budget.repository.server.ts';
import { smsLimits } from '../../customers/phones/sms-budget.repository.server.ts';
import { requestResume } from './index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterEach(() => database.close());

const request = (sessionId: string, ip: string) => requestResume(world.ctx, { sessionId, channel: 'sms', ip });

/** A buyer with a telephone whose block of numbers no other has. */
async function buyer(number: number) {
  const made = await world.buyer();
  const phone = `+55119${String(8_000 + number)}0001`;
  await database.pool.query('update leads set phone = $1 where id = $2', [phone, made.lead.id]);
  return made;
}

test('resume request: a refused address does not count in the limits of the phone', async () => {
  for (let count = 0; count < smsLimits.address.hour; count += 1)
    expect(await request((await buyer(count)).session.id, '203.0.113.7')).toEqual({ ok: true, value: null });
  const { session } = await buyer(90);
  for (let count = 0; count < smsLimits.phone.day + 1; count += 1)
    expect(await request(session.id, '203.0.113.7')).toEqual({ ok: false, error: 'too-many' });
  expect(await request(session.id, '198.51.100.1')).toEqual({ ok: true, value: null });
});

test('resume request: many purchases under one e-mail address do not flood its mailbox', async () => {
  // E-mails are counted by the hour of the clock.
  avoidHourEnd(world.clock, 20);
  const sent: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    const { session } = await world.buyer();
    for (let again = 0; again < 4; again += 1) {
      const wished = await requestResume(world.ctx, { sessionId: session.id, channel: 'email', ip: '203.0.113.7' });
      sent.push(wished.ok ? 'sent' : wished.error);
      world.clock.advance(61_000);
    }
  }
  expect(sent).toEqual([
    ...Array.from({ length: linkLimits.email }, () => 'sent'),
    ...Array.from({ length: 13 }, () => 'too-many'),
  ]);
});
