import { expect, test } from 'vitest';
import { err } from '#src/kernel/result/result.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { createInPersonWorld, goodProofs } from '#tests/support/worlds/in-person-world.server.ts';
import { linkOpens } from '../customers/magic-links/index.server.ts';
import {
  addStaffMember,
  eraseProofAccounts,
  findInPersonPayment,
  type InPersonPayment,
  requestInPersonRefund,
  revokeStaffMember,
} from './index.server.ts';
import { writeMagneticLine } from '#tests/support/fixtures/magnetic-line.ts';

const { sandboxWorld: stage, promise, take } = createInPersonWorld();
const day = 86_400_000;
const now = async ({ id }: InPersonPayment): Promise<InPersonPayment | null> =>
  findInPersonPayment(stage.database.db, 'id', id);

test('a staff link ends with the next one, and when its person leaves', async () => {
  const { ctx } = stage.world;
  const who = { brand: 'school', unitId: 'centro', person: 'nia', name: 'Nia' };
  const first = await addStaffMember(ctx, who);
  const second = await addStaffMember(ctx, who);
  expect(second.person.id).toBe(first.person.id);
  expect([
    await linkOpens(ctx, first.person.id, first.token),
    await linkOpens(ctx, first.person.id, second.token),
  ]).toEqual([false, true]);
  expect([await revokeStaffMember(ctx, who), await revokeStaffMember(ctx, who)]).toEqual([true, false]);
  expect(await linkOpens(ctx, first.person.id, second.token)).toBe(false);
  expect((await addStaffMember(ctx, who)).person.id).not.toBe(first.person.id);
});

test('a cheque’s account is erased with its buyer’s data, and the cheque stays recognizable', async () => {
  const { db } = stage.database;
  const payment = await promise('cheque');
  const dueOn = new Date(stage.world.clock.now().getTime() + 30 * day).toISOString().slice(0, 10);
  const fields = { line: writeMagneticLine('2371235', '0180001236', '0000654321'), dueOn };
  accepted(await take(payment, fields));
  await eraseProofAccounts(db, [payment.orderId]);
  const kept = { bank: '237', agency: '1235', number: '000123', dueOn };
  expect((await now(payment))?.movements[0]?.proof).toEqual(kept);
  expect(await take(await promise('cheque'), fields)).toEqual(err({ code: 'proof-used' }));
  const other = db.updateTable('in_person_movements').set({ proof: JSON.stringify({ ...kept, bank: '001' }) });
  await expect(other.execute()).rejects.toThrow('append-only');
});

test('the in-person table refuses self-approval, a second collection, and a changed row', async () => {
  const { db } = stage.database;
  const payment = await promise();
  accepted(await take(payment, goodProofs['cash'] && { receipt: 'R-1' }));
  accepted(
    await requestInPersonRefund(stage.world.ctx, stage.ana, {
      inPersonPaymentId: payment.id,
      amount: 1n,
      reason: 'mistake',
      ip: '',
    }),
  );
  const alone = db
    .updateTable('in_person_refunds')
    .set({ state: 'approved', decided_by: stage.ana.id, decided_at: new Date() })
    .where('in_person_payment_id', '=', payment.id);
  await expect(alone.execute()).rejects.toThrow('in_person_refunds_two_people');
  const [movement] = (await now(payment))?.movements ?? [];
  await expect(
    db
      .updateTable('in_person_movements')
      .set({ proof: '{}' })
      .where('id', '=', movement?.id ?? '')
      .execute(),
  ).rejects.toThrow('append-only');
  await expect(db.deleteFrom('in_person_events').execute()).rejects.toThrow('append-only');
});
