import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pollAttempt } from '#src/domain/payments/index.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { type ConsoleUser, type ConsoleWorld, createConsoleWorld } from '#tests/support/worlds/console-world.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';

let database: TestDatabase;
let world: ConsoleWorld;
let caio: ConsoleUser;
let id: string;
let attemptId: string;
const due = (days: number) => new Date(world.clock.now().getTime() + days * 86_400_000);

beforeAll(async () => {
  database = await createTestDatabase();
  world = await createConsoleWorld(database);
});
afterAll(async () => {
  await world.close();
  await database.close();
});
beforeEach(async () => {
  caio = world.user('caio', ['finance@brand:school'], { authenticatedAt: world.clock.now() });
  [id, attemptId] = await disputed({ reason: '10.4', evidenceDue: due(9) });
});

/** A sale of which a buyer's bank took all the money back. */
async function disputed(details: { reason?: string; evidenceDue?: Date }): Promise<[id: string, attemptId: string]> {
  world.gateway.behavior = 'capture';
  const { session, quote } = await world.buyer();
  const paid = accepted(await world.pay(session, quote));
  world.gateway.giveBack(paid.attemptId, undefined, 'chargeback', details);
  await pollAttempt(world.ctx, paid.attemptId, 'webhook');
  const row = await database.db
    .selectFrom('disputes')
    .select('id')
    .where('attempt_id', '=', paid.attemptId)
    .executeTakeFirstOrThrow();
  return [row.id, paid.attemptId];
}

const listed = async (user: ConsoleUser, query = '') => {
  const { json } = await user.get(`/disputes${query}`);
  return (json['disputes'] as { id: string }[]).map((one) => one.id);
};
const audits = async (of: string) =>
  (
    await database.pool.query(
      `select action, outcome from audit_log where subject_kind = 'dispute' and subject_id = $1 order by id`,
      [of],
    )
  ).rows;

describe('the list of disputes', () => {
  test('begins with the nearest deadline, and ends with those without one', async () => {
    const [untold] = await disputed({});
    const [near] = await disputed({ evidenceDue: due(1) });
    const ids = await listed(caio);
    expect(ids.indexOf(near)).toBeLessThan(ids.indexOf(id));
    expect(ids.indexOf(id)).toBeLessThan(ids.indexOf(untold));
  });

  test('holds what is in scope: a brand, or the sales of one seller', async () => {
    expect(await listed(world.user('other', ['finance@brand:conquer']))).toEqual([]);
    expect(await listed(world.user('bob', ['seller@seller:school/bob']))).toEqual([]);
    const { seller } = await database.db.selectFrom('orders').select('seller').limit(1).executeTakeFirstOrThrow();
    expect(await listed(world.user('own', [`seller@seller:school/${seller}`]))).toContain(id);
  });
});

describe('a dispute', () => {
  test('shows category, buyer, agreement, use and earlier sales, with personal data masked', async () => {
    const { status, json } = await caio.get(`/disputes/${id}`);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      ...{ reason: '10.4', category: 'fraud', stage: 'chargeback', mayAnswer: true, responses: [] },
      who: { name: 'Maria S•••', isErased: false },
      used: [
        { kind: 'opened', detail: 'paid' },
        { kind: 'closed', detail: 'refunded' },
      ],
    });
    expect(JSON.stringify(json)).not.toContain('maria@example.com');
  });

  test('of another brand is not there', async () => {
    const other = world.user('other', ['finance@brand:conquer']);
    expect((await other.get(`/disputes/${id}`)).status).toBe(404);
    expect((await other.post(`/disputes/${id}/concede`, { reason: '', reference: 'x' })).status).toBe(404);
  });

  test('has a pack with the buyer’s data in full, and whoever makes it is in the audit log', async () => {
    const { json } = await caio.post(`/disputes/${id}/pack`, { format: 'json', statement: 'She wrote to us.' });
    const file = JSON.parse(Buffer.from(String(json['base64']), 'base64').toString()) as Record<string, unknown>;
    expect(file).toMatchObject({
      ...{ format: 'matricula-dispute/1', contentHash: json['hash'], statement: 'She wrote to us.' },
      buyer: { email: 'maria@example.com' },
    });
    expect(await audits(id)).toEqual([{ action: 'dispute.pack', outcome: 'seen' }]);
  });

  test('keeps that evidence was handed in, and stays open', async () => {
    const statement = 'Entered the course twice.';
    const pack = await caio.post(`/disputes/${id}/pack`, { format: 'json', statement });
    const sent = { statement, reference: 'case-7', packHash: pack.json['hash'] };
    expect((await caio.post(`/disputes/${id}/evidence`, sent)).status).toBe(200);
    const { json } = await caio.get(`/disputes/${id}`);
    expect(json).toMatchObject({
      outcome: null,
      respondedAt: expect.any(String),
      responses: [{ kind: 'evidence', reference: 'case-7', by: 'staff:caio', packHash: sent.packHash }],
    });
    expect((await audits(id)).at(-1)).toEqual({ action: 'dispute.answer', outcome: 'done' });
  });

  test('refuses evidence that is not that of the pack, and evidence after the deadline', async () => {
    const pack = await caio.post(`/disputes/${id}/pack`, { format: 'json', statement: 'One.' });
    const sent = { statement: 'Two.', reference: 'case-7', packHash: pack.json['hash'] };
    expect((await caio.post(`/disputes/${id}/evidence`, sent)).json['code']).toBe('evidence-changed');
    await database.db
      .updateTable('disputes')
      .set({ evidence_due: due(-1) })
      .where('id', '=', id)
      .execute();
    const late = await caio.post(`/disputes/${id}/pack`, { format: 'json', statement: '' });
    const answer = await caio.post(`/disputes/${id}/evidence`, {
      ...{ statement: '', reference: 'case-7', packHash: late.json['hash'] },
    });
    expect(answer.json['code']).toBe('dispute-deadline-over');
  });

  test('that is conceded is lost once, by a fresh sign-in', async () => {
    const concede = (user: ConsoleUser) =>
      user.post(`/disputes/${id}/concede`, { reason: 'Her son', reference: 'c-1' });
    const stale = world.user('stale', ['finance@brand:school'], { authenticatedAt: due(-1) });
    expect((await concede(stale)).status).toBe(403);
    const answers = await Promise.all([concede(caio), concede(caio)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    const rows = await database.pool.query('select kind from dispute_responses where dispute_id = $1', [id]);
    expect(rows.rows).toEqual([{ kind: 'concession' }]);
    expect((await audits(id)).filter(({ action }) => action === 'dispute.concede')).toHaveLength(1);
    expect(await listed(caio)).not.toContain(id);
    expect(await listed(caio, '?state=decided')).toContain(id);
    const other = world.user('help', ['help@brand:school']);
    expect((await concede(other)).status).toBe(403);
  });

  test('of fraud by Visa qualifies by two payments of the same card from the same address and account', async () => {
    const prior = [await disputed({}), await disputed({})].map(([, attempt]) => attempt);
    const attempts = [attemptId, ...prior];
    await database.pool.query(`update attempts set kept = '{"brand":"visa","last4":"1111"}' where id = any($1)`, [
      attempts,
    ]);
    // Earlier sales without a dispute, 200 days before, with the disputed one's card and address.
    await database.pool.query(
      `insert into approved_instruments (attempt_id, instrument_key, at)
       select id, 'key', created_at - case when id = $2 then interval '0' else interval '200 days' end
       from attempts where id = any($1)`,
      [attempts, attemptId],
    );
    const found = async () => (await caio.get(`/disputes/${id}`)).json['compelling'];
    expect(await found()).toMatchObject({ result: 'not-qualified', payments: [] });
    await database.pool.query(
      `delete from dispute_responses where order_id in (select order_id from attempts where id = any($1))`,
      [prior],
    );
    await database.pool.query('delete from disputes where attempt_id = any($1)', [prior]);
    await database.pool.query(
      `insert into consents (id, session_id, kind, accepted, label, text_hash, ip, at)
       select 'con_' || id, session_id, 'purchase', true, 'Sim', 'x', '203.0.113.7', created_at from orders
       where id in (select order_id from attempts where id = any($1))`,
      [attempts],
    );
    expect(await found()).toMatchObject({
      result: 'qualified',
      elements: expect.arrayContaining(['ip', 'account']),
      payments: [expect.anything(), expect.anything()],
    });
  });
});
