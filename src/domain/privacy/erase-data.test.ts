import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { placesOf } from '#tests/support/database/find-text.server.ts';
import { card, code, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import { issueMagicLink, linkOpens } from '../customers/magic-links/index.server.ts';
import { patchLead } from '../checkout/leads/index.server.ts';
import { pollAttempt, closeDispute, refundOrder } from '../payments/index.server.ts';
import { sendPhoneCode } from '../customers/phones/index.server.ts';
import {
  requestLink,
  ensureBuyerAccount,
  eraseData,
  exportData,
  purchasesOf,
  subscriptionsOf,
} from './index.server.ts';

let database: TestDatabase;
let world: SplitWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createSplitWorld(database);
});
afterEach(() => world.end());

const person = { name: 'Maria da Silva', email: 'maria@example.com', phone: '961234567', document: '39053344705' };

/** A buyer of whom everything is known that a checkout may know. */
async function bought() {
  const { session, lead, quote } = await world.buyer();
  await patchLead(world.ctx, session, lead.id, {
    document: { type: 'cpf', number: person.document },
    address: { addressLine1: 'Rua das Flores', city: 'Recife' },
    birthDate: '1990-02-03',
  });
  accepted(await sendPhoneCode(world.ctx, { leadId: lead.id, ip: '127.0.0.1', words: (sent) => sent }));
  const answer = accepted(await world.payWith(session, quote, [card(60_000n), code()]));
  world.codes.receive(answer.attemptId);
  await pollAttempt(world.ctx, answer.attemptId, 'webhook');
  await world.runJobs();
  const { order } = await world.view(session);
  await database.pool.query(
    `insert into subscription_notices (id, subscription_id, period_number, kind, channel, state, details, created_at)
     select 'ntc_1', id, 2, 'past-due', 'email', 'waiting', $2, now() from subscriptions where order_id = $1`,
    [order.id, JSON.stringify({ day: '2027-02-03', to: person.email })],
  );
  const page = await ensureBuyerAccount(world.ctx, database.db, { brand: order.brand, email: lead.email });
  await requestLink(world.ctx, {
    ...{ brand: order.brand, variant: null, locale: 'pt-BR', link: { product: 'course', seller: 'ana' } },
    ...{ email: ` ${person.email.toUpperCase()} `, ip: '127.0.0.1' },
  });
  return { session, lead, order, page };
}

describe('an erasure', () => {
  test('leaves nobody’s name, address, phone or document in any column of any table', async () => {
    const { page } = await bought();
    for (const text of Object.values(person)) expect(await placesOf(database, text)).not.toEqual([]);
    accepted(await eraseData(world.ctx, page.id));
    for (const text of [...Object.values(person), '127.0.0.1', 'Rua das Flores', '1990-02-03'])
      expect(await placesOf(database, text)).toEqual([]);
  });

  test('leaves orders and ledger that add up, without a name', async () => {
    const { session, order, page } = await bought();
    const sums = () => database.pool.query('select kind, sum(amount) from ledger_transfers group by 1 order by 1');
    const before = (await sums()).rows;
    accepted(await eraseData(world.ctx, page.id));
    expect((await sums()).rows).toEqual(before);
    expect((await world.view(session)).order).toMatchObject({
      state: 'paid',
      total: order.total,
      received: order.total,
    });
    expect(await world.broken()).toEqual([]);
  });

  test.each([
    ['41', '41'],
    ['79 mac=03', '79 mac=03'],
    ['1045 retry=no', '1045 retry=no'],
    ['stolen_card retry=no', 'stolen_card retry=no'],
    ['refused for Maria da Silva', null],
  ])(
    'of what a bank said (%s) leaves %s: the card behind it may not be tried by the next either',
    async (raw, left) => {
      const { page } = await bought();
      await database.pool.query('update attempts set decline_raw = $1', [raw]);
      accepted(await eraseData(world.ctx, page.id));
      const rows = await database.db.selectFrom('attempts').select('decline_raw').distinct().execute();
      expect(rows).toEqual([{ decline_raw: left }]);
    },
  );

  test('is done once, ends every link, and the same person is a new buyer afterwards', async () => {
    const { page, order } = await bought();
    const token = await issueMagicLink(world.ctx, database.db, page.id);
    const other = await issueMagicLink(world.ctx, database.db, order.id);
    const answers = await Promise.all([eraseData(world.ctx, page.id), eraseData(world.ctx, page.id)]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await linkOpens(world.ctx, page.id, token)).toBe(false);
    expect(await linkOpens(world.ctx, order.id, other)).toBe(false);
    const again = await ensureBuyerAccount(world.ctx, database.db, page);
    expect(again.id).not.toBe(page.id);
    expect(await purchasesOf(world.ctx, again)).toEqual([]);
    const { rows } = await database.pool.query(`select state from account_emails`);
    expect(rows).toEqual([{ state: 'not-needed' }]);
  });

  test('is refused while a payment is being written, and then until its money arrives', async () => {
    const { session, lead, quote } = await world.buyer();
    const page = await ensureBuyerAccount(world.ctx, database.db, { brand: session.brand, email: lead.email });
    await database.pool.query(`
      create function wait_at_gate() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(4711); return new; end $$;
      create trigger gate before insert on attempts for each row execute function wait_at_gate()`);
    const guard = await database.pool.connect();
    await guard.query('select pg_advisory_lock(4711)');
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const waiting = async () => (await database.pool.query(waits)).rowCount;
    const paying = world.payWith(session, quote, [code()]);
    await expect.poll(waiting, { timeout: 15_000 }).toBe(1);
    const erasing = eraseData(world.ctx, page.id);
    await expect.poll(waiting, { timeout: 15_000 }).toBe(2);
    await guard.query('select pg_advisory_unlock(4711)');
    guard.release();
    expect(accepted(await paying).state).toBe('awaiting-buyer');
    expect(await erasing).toEqual({ ok: false, error: 'money-moving' });
    expect(await placesOf(database, lead.email)).not.toEqual([]);
  });

  test('ends subscriptions with the paid billing period, since the next charge could not be announced', async () => {
    const { page } = await bought();
    expect((await subscriptionsOf(world.ctx, page)).map(({ subscription }) => subscription.cancelsOn)).toEqual([null]);
    accepted(await eraseData(world.ctx, page.id));
    const rows = await database.db.selectFrom('subscriptions').select(['cancels_on', 'next_charge_on']).execute();
    expect(rows).toEqual([{ cancels_on: expect.any(String), next_charge_on: null }]);
  });

  test('is refused while money is in flight, since a refund needs its payer', async () => {
    const { page, order } = await bought();
    accepted(await refundOrder(world.ctx, order.id, 1_000n, newSecret(), 'x'));
    expect(await eraseData(world.ctx, page.id)).toEqual({ ok: false, error: 'money-moving' });
    await world.runJobs();
    expect((await eraseData(world.ctx, page.id)).ok).toBe(true);
  });

  test.each([
    [
      'lost',
      async (id: string) => void accepted(await closeDispute(world.ctx, id, { by: 'ana', reference: 'case-1' })),
    ],
    ['older than the schemes’ limit', async () => world.clock.advance(181 * 86_400_000)],
  ] as const)('waits for a dispute, and no longer once that is %s', async (_how, end) => {
    const { page, order } = await bought();
    const of = database.db.selectFrom('attempts').selectAll().where('order_id', '=', order.id);
    for (const attempt of await of.where('state', '=', 'captured').execute()) {
      const gateway = attempt.gateway === world.codes.id ? world.codes : world.cards;
      gateway.giveBack(attempt.id, attempt.amount, 'chargeback');
      await pollAttempt(world.ctx, attempt.id, 'webhook');
    }
    await world.runJobs();
    expect(await eraseData(world.ctx, page.id)).toEqual({ ok: false, error: 'money-moving' });
    for (const { id } of await database.db.selectFrom('reconciliation_exceptions').select('id').execute())
      await end(id);
    accepted(await eraseData(world.ctx, page.id));
  });

  test('that dies before its commit has erased nothing', async () => {
    const { page } = await bought();
    const dying = {
      ...world.ctx,
      crashPoint: () => {
        throw new Error('killed');
      },
    };
    await expect(eraseData(dying, page.id)).rejects.toThrow('killed');
    expect(await placesOf(database, person.document)).not.toEqual([]);
    accepted(await eraseData(world.ctx, page.id));
    expect(await placesOf(database, person.document)).toEqual([]);
  });

  test('concerns one address at one brand and no other person', async () => {
    const { page } = await bought();
    const other = await world.buyer();
    await database.db.updateTable('leads').set({ brand: 'elsewhere' }).where('id', '=', other.lead.id).execute();
    accepted(await eraseData(world.ctx, page.id));
    const row = await database.db.selectFrom('leads').select('name').where('id', '=', other.lead.id).executeTakeFirst();
    expect(row?.name).toBe(person.name);
  });
});

describe('an export', () => {
  test('holds every row about the person, as JSON, and no secret', async () => {
    const { page, order } = await bought();
    const data = await exportData(world.ctx, page);
    const text = JSON.stringify(data);
    expect(JSON.parse(text)).toEqual(data);
    for (const known of Object.values(person)) expect(text).toContain(known);
    expect(text).toContain(order.id);
    const rowsOf = (id: string) => data.sections.find((section) => section.id === id)?.rows ?? [];
    expect(rowsOf('payments').map(({ amount }) => amount)).toEqual([60_000, 54_000]);
    expect(rowsOf('contact')).toHaveLength(1);
    expect(rowsOf('terms').map(({ state }) => state)).toEqual(['paid', 'due']);
    expect(rowsOf('subscription-events').map(({ event }) => event)).toContain('started');
    expect(rowsOf('notices')).toMatchObject([{ kind: 'past-due', details: { day: '2027-02-03' } }]);
    expect(text).not.toMatch(/browser_hash|code_hash|instrument_key|"token"/);
  });

  test('of a person who left nothing is empty', async () => {
    const page = await ensureBuyerAccount(world.ctx, database.db, { brand: 'school', email: 'nobody@example.com' });
    const { sections } = await exportData(world.ctx, page);
    expect(sections.every(({ rows }) => rows.length === 0)).toBe(true);
  });
});

describe('an account link', () => {
  const returnLink = { brand: 'school', variant: null, locale: 'pt-BR', link: {} } as const;

  test('is sent to known addresses only, three times an hour at most', async () => {
    await world.buyer();
    await requestLink(world.ctx, { ...returnLink, email: 'nobody@example.com', ip: '127.0.0.1' });
    await requestLink(world.ctx, { ...returnLink, email: 'no address', ip: '127.0.0.1' });
    expect(world.sent).toEqual([]);
    for (let time = 0; time < 5; time += 1)
      await requestLink(world.ctx, { ...returnLink, email: person.email, ip: '127.0.0.1' });
    expect(world.sent.filter(({ job }) => job === 'send-account-email')).toHaveLength(3);
    world.clock.advance(3_600_000);
    await requestLink(world.ctx, { ...returnLink, email: person.email, ip: '127.0.0.1' });
    expect(world.sent.filter(({ job }) => job === 'send-account-email')).toHaveLength(4);
  });
});
