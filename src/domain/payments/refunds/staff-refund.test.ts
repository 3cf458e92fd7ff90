import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { card, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import { createStaffTeam } from '#tests/support/worlds/staff-team.server.ts';
import { freezeClock } from '#tests/support/clock/freeze-clock.ts';
import { brandOfPendingRefund, confirmRefund, refundOrder, rejectRefund, pendingRefunds } from '../index.server.ts';
import { singleApprovalLimits, refundApprovalHours } from './refund-limits.data.ts';
import { requestStaffRefund, type StaffRefundRequest } from './staff-refund.server.ts';

let database: TestDatabase;
let world: SplitWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createSplitWorld(database);
});
afterEach(() => world.end());

const price = 114_000n;
const limits = { ...singleApprovalLimits, BRL: 20_000n };
const hours = 3_600_000;
const second = 1000;

/** An order that two cards have paid: 60 000 and 54 000. */
async function paid(): Promise<string> {
  const { session, quote } = await world.buyer();
  const { orderId } = accepted(await world.payWith(session, quote, [card(60_000n), card()]));
  return orderId;
}

function ask(orderId: string, amount: bigint, change: Partial<StaffRefundRequest> = {}) {
  const request = {
    orderId,
    amount,
    refundId: newSecret(),
    reason: 'goodwill',
    by: 'ana',
    hasApprover: true,
    ...change,
  };
  return requestStaffRefund(world.ctx, request, limits);
}

/** Everything that says that money goes back, and that would move it. */
async function written() {
  await world.runJobs();
  const [requests, parts, events] = await Promise.all([
    database.db.selectFrom('refund_requests').select(['id', 'amount', 'requested_by', 'confirmed_by']).execute(),
    database.db.selectFrom('refund_parts').select('state').execute(),
    database.db.selectFrom('outbox_events').select('type').where('type', '=', 'refund-requested').execute(),
  ]);
  return { requests, parts: parts.length, events: events.length, taken: world.sandbox().taken };
}
const nothing = { requests: [], parts: 0, events: 0, taken: price };

describe('a staff refund', () => {
  test('within the operator limit is made at once, and its operator is recorded', async () => {
    const orderId = await paid();
    expect(accepted(await ask(orderId, 20_000n, { refundId: 'a-refund-of-ana-1' }))).toMatchObject({ kind: 'sent' });
    expect(await written()).toEqual({
      requests: [{ id: 'a-refund-of-ana-1', amount: 20_000n, requested_by: 'ana', confirmed_by: null }],
      ...{ parts: 2, events: 1, taken: price - 20_000n },
    });
  });

  test('above the limit waits, moves nothing, and is made once when another operator approves', async () => {
    const orderId = await paid();
    const refundId = 'a-refund-of-ana-1';
    const asked = accepted(await ask(orderId, 20_001n, { refundId }));
    expect(asked).toMatchObject({ kind: 'not-sent', waiting: { state: 'waiting', askedBy: 'ana' } });
    expect(await written()).toEqual(nothing);
    expect(await pendingRefunds(world.ctx)).toMatchObject([{ id: refundId, orderId, amount: 20_001n }]);
    expect(accepted(await ask(orderId, 20_001n, { refundId }))).toEqual(asked);

    expect(await confirmRefund(world.ctx, refundId, 'ana', 20_001n)).toEqual({ ok: false, error: 'own-refund' });
    expect(await written()).toEqual(nothing);
    const agreed = accepted(await confirmRefund(world.ctx, refundId, 'bia', 20_001n));
    expect(agreed.parts.reduce((sum, { amount }) => sum + amount, 0n)).toBe(20_001n);
    const sent = {
      requests: [{ id: refundId, amount: 20_001n, requested_by: 'ana', confirmed_by: 'bia' }],
      ...{ parts: 2, events: 1, taken: price - 20_001n },
    };
    expect(await written()).toEqual(sent);
    expect(accepted(await confirmRefund(world.ctx, refundId, 'bia', 20_001n)).parts.map(({ state }) => state)).toEqual([
      'done',
      'done',
    ]);
    // Again, by anybody: it stays the first one's yes.
    const decided = database.db.selectFrom('pending_refunds').select(['state', 'decided_by', 'decided_at']);
    const yes = await decided.execute();
    expect(yes).toMatchObject([{ state: 'confirmed', decided_by: 'bia', decided_at: expect.any(Date) }]);
    accepted(await confirmRefund(world.ctx, refundId, 'caio', 20_001n));
    expect(await decided.execute()).toEqual(yes);
    expect(accepted(await ask(orderId, 20_001n, { refundId }))).toMatchObject({ kind: 'sent' });
    expect(await rejectRefund(world.ctx, refundId, 'bia')).toEqual({ ok: false, error: 'refund-over' });
    expect(await written()).toEqual(sent);
    expect(await pendingRefunds(world.ctx)).toEqual([]);
  });

  test('in small amounts adds up over all operators; approved refunds and automatic ones do not count', async () => {
    const orderId = await paid();
    accepted(await refundOrder(world.ctx, orderId, 30_000n, newSecret(), 'a rule'));
    const refundId = newSecret();
    accepted(await ask(orderId, 30_000n, { refundId }));
    accepted(await confirmRefund(world.ctx, refundId, 'bia', 30_000n));
    expect(accepted(await ask(orderId, 12_000n))).toMatchObject({ kind: 'sent' });
    expect(accepted(await ask(orderId, 8_001n, { by: 'bia' }))).toMatchObject({ kind: 'not-sent' });
    expect(accepted(await ask(orderId, 8_000n, { by: 'bia' }))).toMatchObject({ kind: 'sent' });
    expect(accepted(await ask(orderId, 1n))).toMatchObject({ kind: 'not-sent' });
  });

  test('above the limit is refused without a possible approver, and nothing is written', async () => {
    const orderId = await paid();
    expect(await ask(orderId, 20_001n, { hasApprover: false })).toEqual({ ok: false, error: 'second-operator-needed' });
    expect(await pendingRefunds(world.ctx)).toEqual([]);
    expect(accepted(await ask(orderId, 20_000n, { hasApprover: false }))).toMatchObject({ kind: 'sent' });
  });

  test('is rejected by any operator, also by its requester, and then is never made', async () => {
    const orderId = await paid();
    for (const by of ['ana', 'bia']) {
      const refundId = newSecret();
      accepted(await ask(orderId, 50_000n, { refundId }));
      expect(accepted(await rejectRefund(world.ctx, refundId, by))).toMatchObject({ state: 'turned-down' });
      expect(accepted(await rejectRefund(world.ctx, refundId, 'bia'))).toMatchObject({ decidedBy: by });
      expect(await confirmRefund(world.ctx, refundId, 'bia', 50_000n)).toEqual({ ok: false, error: 'refund-over' });
      expect(accepted(await ask(orderId, 50_000n, { refundId }))).toMatchObject({ waiting: { state: 'turned-down' } });
    }
    expect(await written()).toEqual(nothing);
  });

  test('waits for approval for two days and not a second longer', async () => {
    freezeClock();
    const orderId = await paid();
    const [early, late] = [newSecret(), newSecret()];
    for (const refundId of [early, late]) accepted(await ask(orderId, 50_000n, { refundId }));
    world.clock.advance(refundApprovalHours * hours - second);
    accepted(await confirmRefund(world.ctx, early, 'bia', 50_000n));
    world.clock.advance(second);
    expect(await pendingRefunds(world.ctx)).toEqual([]);
    expect(await confirmRefund(world.ctx, late, 'bia', 50_000n)).toEqual({ ok: false, error: 'refund-over' });
    expect(await rejectRefund(world.ctx, late, 'bia')).toEqual({ ok: false, error: 'refund-over' });
    expect(accepted(await ask(orderId, 50_000n, { refundId: late }))).toMatchObject({ waiting: { state: 'expired' } });
    expect(accepted(await confirmRefund(world.ctx, early, 'bia', 50_000n)).amount).toBe(50_000n);
    expect((await written()).taken).toBe(price - 50_000n);
  });

  test('reserves nothing: when less is left by then it is refused, and waits on', async () => {
    const orderId = await paid();
    const refundId = newSecret();
    accepted(await ask(orderId, price, { refundId }));
    expect(await ask(orderId, price + 1n)).toEqual({ ok: false, error: 'refund-too-large' });
    accepted(await refundOrder(world.ctx, orderId, 1n, newSecret(), 'a rule'));
    expect(await confirmRefund(world.ctx, refundId, 'bia', price)).toEqual({ ok: false, error: 'refund-too-large' });
    expect(await pendingRefunds(world.ctx)).toMatchObject([{ id: refundId, state: 'waiting' }]);
    expect((await written()).taken).toBe(price - 1n);
  });

  test('has one key for one refund: another amount or order under it is refused', async () => {
    const [orderId, other] = [await paid(), await paid()];
    const refundId = newSecret();
    accepted(await ask(orderId, 50_000n, { refundId }));
    const reused = { ok: false, error: 'key-reused' };
    expect(await ask(orderId, 50_001n, { refundId })).toEqual(reused);
    expect(await ask(orderId, 1n, { refundId })).toEqual(reused);
    expect(await ask(other, 50_000n, { refundId })).toEqual(reused);
    expect(await ask('ord_0000000000000000000000', 1n)).toEqual({ ok: false, error: 'order-not-found' });
    expect(await confirmRefund(world.ctx, newSecret(), 'bia', 1n)).toEqual({ ok: false, error: 'refund-not-found' });
  });

  test('is listed for the brand of its order alone', async () => {
    const refundId = newSecret();
    accepted(await ask(await paid(), 50_000n, { refundId }));
    const ids = async (brands: readonly string[] | null) =>
      (await pendingRefunds(world.ctx, brands)).map(({ id }) => id);
    expect([await ids(null), await ids(['school']), await ids(['other']), await ids([])]).toEqual([
      [refundId],
      [refundId],
      [],
      [],
    ]);
    expect(await brandOfPendingRefund(world.ctx, refundId)).toBe('school');
    expect(await brandOfPendingRefund(world.ctx, newSecret())).toBeNull();
  });

  test('needs two people of the console who may still request and approve in its brand', async () => {
    const team = createStaffTeam(world.ctx);
    const asker = await team.join('ana', ['finance', '*']);
    const reader = await team.join('rui', ['auditor', '*']);
    const decider = await team.join('bia', ['finance-lead', '*']);
    const orderId = await paid();
    const [refundId, unasked] = [newSecret(), newSecret()];
    accepted(await ask(orderId, 50_000n, { refundId, by: asker.actor }));
    accepted(await ask(orderId, 50_000n, { refundId: unasked, by: reader.actor }));
    const confirm = (id: string, by: string) => confirmRefund(world.ctx, id, by, 50_000n);
    expect(await confirm(refundId, reader.actor)).toEqual({ ok: false, error: 'approver-not-allowed' });
    expect(await confirm(unasked, decider.actor)).toEqual({ ok: false, error: 'asker-not-allowed' });
    expect(await written()).toEqual(nothing);
    accepted(await confirm(refundId, decider.actor));
  });

  test('is never approved by its requester: the database refuses it too', async () => {
    const orderId = await paid();
    const refundId = newSecret();
    accepted(await ask(orderId, 50_000n, { refundId }));
    const forge = (set: string) => database.pool.query(`update pending_refunds set ${set}, decided_at = now()`);
    await expect(forge("state = 'confirmed', decided_by = 'ana'")).rejects.toThrow(/check constraint/);
    await expect(
      database.pool.query(
        `insert into refund_requests (id, order_id, amount, currency, reason, requested_at, requested_by, confirmed_by)
         values ('forged', $1, 1, 'BRL', 'x', now(), 'ana', 'ana')`,
        [orderId],
      ),
    ).rejects.toThrow(/refund_requests_two_people/);
  });
});
