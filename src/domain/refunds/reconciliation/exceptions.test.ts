import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { card, code, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import type { DomainContext } from '../../context.server.ts';
import { accounts } from '../../payments/ledger/index.server.ts';
import {
  type GatewayPort,
  pollAttempt,
  recordManualRefund,
  refundOrder,
  refundPart,
  refundSurplus,
} from '../../payments/index.server.ts';
import { savePayoutDetails, parsePayoutKey, pendingPayouts, coolingOffOf } from '../cooling-off/index.server.ts';
import { assignException, openReconciliationExceptions, resolveException } from './index.server.ts';

let database: TestDatabase;
let world: SplitWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createSplitWorld(database);
});
afterEach(() => world.end());

const day = 86_400_000;
const by = 'ana';

/** The company of codes gives nothing back. */
function withoutRefunds(): DomainContext {
  const { codes, cards, ctx } = world;
  const takesOnly: GatewayPort = { id: codes.id, start: (one) => codes.start(one), find: (one) => codes.find(one) };
  const byId = (id: string): GatewayPort => (id === codes.id ? takesOnly : cards);
  return { ...ctx, gateways: { ...ctx.gateways, byId } };
}

/** A code that was paid as often. */
async function paidByCode(times: number) {
  const { session, quote } = await world.buyer();
  const { orderId, attemptId } = accepted(await world.payWith(session, quote, [code()]));
  for (let left = times; left > 0; left -= 1) world.codes.receive(attemptId);
  await pollAttempt(world.ctx, attemptId, 'webhook');
  return { session, orderId, attemptId };
}

async function paidTwice() {
  const bought = await paidByCode(2);
  const { id, amount } = await database.db
    .selectFrom('reconciliation_exceptions')
    .select(['id', 'amount'])
    .where('kind', '=', 'surplus')
    .executeTakeFirstOrThrow();
  world.sent.length = 0;
  await refundSurplus(withoutRefunds(), id);
  return { ...bought, taskId: id, amount };
}

async function balanceOf(account: string): Promise<bigint> {
  const lines = await database.db.selectFrom('ledger_transfers').selectAll().execute();
  return lines.reduce((sum, line) => {
    if (line.debit_account === account) return sum + line.amount;
    return line.credit_account === account ? sum - line.amount : sum;
  }, 0n);
}

const key = (text: string) => {
  const payout = parsePayoutKey(text);
  if (!payout) throw new Error(`${text} is no key`);
  return payout;
};

const letters = async (): Promise<readonly string[]> =>
  (await database.db.selectFrom('emails').select('kind').execute()).map(({ kind }) => kind);

describe('a task of which nothing is booked', () => {
  test('is resolved with its operator, reference and time, and then assigned to nobody', async () => {
    const { orderId, attemptId } = await paidByCode(1);
    world.codes.giveBack(attemptId, 40_000n, 'refund');
    await pollAttempt(world.ctx, attemptId, 'webhook');
    const tasks = database.db.selectFrom('reconciliation_exceptions').selectAll();
    const { id } = await tasks.executeTakeFirstOrThrow();
    expect(accepted(await resolveException(world.ctx, id, { by, reference: 'case-1' }))).toEqual({ orderId });
    const done = { state: 'resolved', resolved_by: by, resolved_at: expect.any(Date) as Date, reference: 'case-1' };
    expect(await tasks.execute()).toMatchObject([done]);
    expect(await assignException(world.ctx, id, by)).toEqual({ ok: false, error: 'task-ended' });
  });

  test('that is a refund by hand is assigned to nobody once it is paid', async () => {
    const { orderId } = await paidByCode(1);
    const { parts } = accepted(await refundOrder(world.ctx, orderId, 1_000n, newSecret(), 'a'));
    const partId = parts[0]?.id ?? '';
    await refundPart(withoutRefunds(), partId);
    expect(await assignException(world.ctx, partId, by)).toEqual({ ok: true, value: null });
    accepted(await recordManualRefund(world.ctx, partId, 'E2E-1'));
    expect(await assignException(world.ctx, partId, by)).toEqual({ ok: false, error: 'task-ended' });
  });
});

describe('a surplus without a gateway refund', () => {
  test('is listed with its payer, paid out by hand, and the ledger balances to zero', async () => {
    const { orderId, taskId, amount } = await paidTwice();
    const [open] = await openReconciliationExceptions(world.ctx.db);
    expect(open).toMatchObject({ id: taskId, task: 'give-back-by-hand', orderId, amount, assignedTo: null });
    expect(await coolingOffOf(withoutRefunds(), orderId)).toMatchObject({
      owed: [{ amount, state: 'by-hand', needsDetails: true }],
    });
    accepted(await savePayoutDetails(world.ctx, orderId, key('maria@example.com'), '127.0.0.1'));
    expect(await letters()).toContain('payout-account-given');
    const [listed] = await pendingPayouts(world.ctx);
    expect(listed).toMatchObject({ partId: taskId, kind: 'surplus', amount, to: { value: 'maria@example.com' } });
    expect(listed?.payer.name).toEqual(expect.any(String));
    const surplus = accounts.surplus('school');
    expect(await balanceOf(surplus)).toBe(-amount);
    const paid = { by, reference: 'E2E-1000' };
    expect(await resolveException(world.ctx, taskId, paid)).toEqual({ ok: false, error: 'payout-paused' });
    world.clock.advance(day);
    expect(accepted(await resolveException(world.ctx, taskId, paid))).toEqual({ orderId });
    expect(accepted(await resolveException(world.ctx, taskId, paid))).toEqual({ orderId });
    expect(await balanceOf(surplus)).toBe(0n);
    expect(await balanceOf('paid-out/school')).toBe(-amount);
    expect(await openReconciliationExceptions(world.ctx.db)).toEqual([]);
    expect(await pendingPayouts(world.ctx)).toEqual([]);
    expect(await database.db.selectFrom('payout_details').selectAll().execute()).toEqual([]);
    expect(await resolveException(world.ctx, taskId, { by, reference: 'E2E-2000' })).toEqual({
      ok: false,
      error: 'task-ended',
    });
  });
});

test('a manual refund without a withdrawal: its buyer is asked for an account, and it is listed and paid out', async () => {
  const { orderId } = await paidByCode(1);
  const { parts } = accepted(await refundOrder(world.ctx, orderId, 1_000n, newSecret(), 'staff'));
  const partId = parts[0]?.id ?? '';
  await refundPart(withoutRefunds(), partId);
  expect(await letters()).toContain('payout-account-wanted');
  accepted(await savePayoutDetails(world.ctx, orderId, key('maria@example.com'), '127.0.0.1'));
  world.clock.advance(day);
  expect(await pendingPayouts(world.ctx)).toMatchObject([
    { partId, kind: 'refund', to: { value: 'maria@example.com' } },
  ]);
  expect(await openReconciliationExceptions(world.ctx.db)).toMatchObject([{ id: partId, task: 'pay-out-refund' }]);
  accepted(await assignException(world.ctx, partId, by));
  accepted(await resolveException(world.ctx, partId, { by, reference: 'E2E-1000' }));
  expect(await openReconciliationExceptions(world.ctx.db)).toEqual([]);
});

describe('a payout account', () => {
  test('by a CPF must be the payer’s', async () => {
    const { orderId, attemptId } = await paidTwice();
    const payer = { name: 'Maria', document: { type: 'cpf', number: '390.533.447-05' } };
    await database.db
      .updateTable('attempts')
      .set({ payer: JSON.stringify(payer) })
      .where('id', '=', attemptId)
      .execute();
    const give = (typed: string) => savePayoutDetails(world.ctx, orderId, key(typed), '127.0.0.1');
    expect(await give('529.982.247-25')).toEqual({ ok: false, error: 'not-the-payer' });
    accepted(await give('390.533.447-05'));
    expect(await pendingPayouts(world.ctx)).toMatchObject([{ payer: { name: 'Maria', document: '39053344705' } }]);
  });

  test('that is changed waits another day, and each change is stored with its origin', async () => {
    const { orderId, taskId } = await paidTwice();
    accepted(await savePayoutDetails(world.ctx, orderId, key('maria@example.com'), '127.0.0.1'));
    world.clock.advance(day - 1);
    accepted(await savePayoutDetails(world.ctx, orderId, key('maria@example.com'), '127.0.0.2'));
    accepted(await savePayoutDetails(world.ctx, orderId, key('ana@example.com'), '127.0.0.3'));
    world.clock.advance(1);
    const refused = { ok: false, error: 'payout-paused' };
    expect(await resolveException(world.ctx, taskId, { by, reference: 'E2E-1000' })).toEqual(refused);
    const [listed] = await pendingPayouts(world.ctx);
    expect(listed?.to?.payableAt.getTime()).toBeGreaterThan(world.clock.now().getTime() + day - 60_000);
    const changes = await database.db.selectFrom('payout_changes').select('ip').orderBy('given_at').execute();
    expect(changes.map(({ ip }) => ip)).toEqual(['127.0.0.1', '127.0.0.3']);
    expect((await letters()).filter((kind) => kind === 'payout-account-given')).toHaveLength(2);
  });
});

describe('a dispute', () => {
  test('is listed, owned and marked as lost, once', async () => {
    const { session, quote } = await world.buyer();
    const { attemptId, orderId } = accepted(await world.payWith(session, quote, [card()]));
    world.cards.giveBack(attemptId, 1_000n, 'chargeback');
    await pollAttempt(world.ctx, attemptId, 'webhook');
    const [task] = await openReconciliationExceptions(world.ctx.db, { task: 'answer-dispute' });
    const id = task?.id ?? '';
    expect(task).toMatchObject({ orderId, amount: 1_000n });
    expect(await openReconciliationExceptions(world.ctx.db, { brand: 'another' })).toEqual([]);
    accepted(await assignException(world.ctx, id, by));
    expect(await openReconciliationExceptions(world.ctx.db)).toMatchObject([{ assignedTo: by }]);
    const lost = { by, reference: 'case-1' };
    expect(accepted(await resolveException(world.ctx, id, lost))).toEqual({ orderId });
    expect(accepted(await resolveException(world.ctx, id, lost))).toEqual({ orderId });
    const ended = { ok: false, error: 'task-ended' };
    expect(await resolveException(world.ctx, id, { by, reference: 'case-2' })).toEqual(ended);
    expect(await assignException(world.ctx, id, by)).toEqual(ended);
    const row = database.db
      .selectFrom('reconciliation_exceptions')
      .select(['state', 'outcome', 'resolved_by', 'reference']);
    expect(await row.execute()).toEqual([{ state: 'resolved', outcome: 'lost', resolved_by: by, reference: 'case-1' }]);
  });
});

test('a task is not closed by an operator while a job works on it, or without an owner', async () => {
  await paidByCode(2);
  const { id } = await database.db.selectFrom('reconciliation_exceptions').select('id').executeTakeFirstOrThrow();
  expect(await openReconciliationExceptions(world.ctx.db)).toEqual([]);
  const unknown = { ok: false, error: 'task-not-found' };
  for (const one of [id, 'brk_none', 'rfp_none']) {
    expect(await assignException(world.ctx, one, by)).toEqual(unknown);
    expect(await resolveException(world.ctx, one, { by, reference: 'E2E-1000' })).toEqual(unknown);
  }
});
