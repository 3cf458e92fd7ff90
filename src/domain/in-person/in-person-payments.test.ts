import { describe, expect, test } from 'vitest';
import { err } from '#src/kernel/result/result.ts';
import { createInPersonWorld } from '#tests/support/worlds/in-person-world.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { sweepAttempts } from '../payments/index.server.ts';
import {
  requestInPersonRefund,
  type InPersonPayment,
  findInPersonPayment,
  inPersonPaymentsOfUnit,
  decideInPersonRefund,
  historyOf,
  decryptProof,
  inPersonRefundsOf,
  collectInPersonPayment,
} from './index.server.ts';
import { writeMagneticLine } from '#tests/support/fixtures/magnetic-line.ts';

const { sandboxWorld: stage, promise, take, orderState } = createInPersonWorld();
const day = 86_400_000;
let documents = 0;
/** A receipt that no other test has used. */
const receipt = () => ({ receipt: `R-${(documents += 1)}` });
const now = async ({ id }: InPersonPayment): Promise<InPersonPayment | null> =>
  findInPersonPayment(stage.database.db, 'id', id);

describe('an in-person payment', () => {
  test.each(['credit-card-in-person', 'pix-in-person', 'cash'])(
    'by %s pays the order once it is confirmed',
    async (means) => {
      const payment = await promise(means);
      expect(payment).toMatchObject({ state: 'open', amount: 114_000n, unit: { name: 'Centro' }, method: means });
      expect(await orderState(payment)).toMatchObject({ state: 'open', received: 0n });
      expect(
        await stage.database.db
          .selectFrom('access_grants')
          .select('id')
          .where('order_id', '=', payment.orderId)
          .execute(),
      ).toEqual([]);
      accepted(await take(payment));
      expect(await orderState(payment)).toMatchObject({ state: 'paid', received: 114_000n });
      const history = await historyOf(stage.database.db, payment.id);
      expect(history.map(({ kind, staffMemberId, ip }) => [kind, staffMemberId, ip])).toEqual([
        ['opened', null, ''],
        ['collected', stage.ana.id, '192.0.2.7'],
      ]);
    },
  );

  test('is confirmed once, also by two people at once', async () => {
    const payment = await promise();
    const both = await Promise.all([take(payment, receipt()), take(payment, receipt(), payment.amount, stage.rui)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.find(({ ok }) => !ok)).toEqual(err({ code: 'payment-collected' }));
    expect(await orderState(payment)).toMatchObject({ received: 114_000n });
  });

  test('needs a matching receipt, unused by another payment', async () => {
    const [payment, other] = [await promise('cash'), await promise('cash')];
    expect(await take(payment, { receipt: '' })).toEqual(
      err({ code: 'proof-invalid', fields: { receipt: 'collect.proof.receipt.wrong' } }),
    );
    const paper = receipt();
    accepted(await take(payment, paper));
    expect(await take(other, { receipt: paper.receipt.toLowerCase() })).toEqual(err({ code: 'proof-used' }));
    expect((await now(other))?.state).toBe('open');
  });

  test('of another amount leaves the rest owed, and its surplus to be refunded', async () => {
    const less = await promise();
    accepted(await take(less, receipt(), 100_000n));
    expect(await orderState(less)).toMatchObject({ state: 'partly-paid', received: 100_000n });
    const more = await promise();
    accepted(await take(more, receipt(), 120_000n));
    expect(await orderState(more)).toMatchObject({ state: 'paid', received: 114_000n });
    // Under way until somebody at the unit has handed it back: the job comes again.
    await expect(stage.world.runJobs()).rejects.toThrow('fact');
    const [back] = await inPersonRefundsOf(stage.database.db, [more.id]);
    expect(back).toMatchObject({ amount: 6_000n, reason: 'checkout', state: 'requested', askedBy: null });
    const decision = { inPersonRefundId: back?.id ?? '', agrees: true, ip: '' };
    accepted(await decideInPersonRefund(stage.world.ctx, stage.ana, decision));
    const breaks = await stage.database.db
      .selectFrom('reconciliation_exceptions')
      .select(['kind', 'amount', 'state'])
      .where('order_id', '=', more.orderId)
      .execute();
    expect(breaks).toEqual([{ kind: 'surplus', amount: 6_000n, state: 'resolved' }]);
    expect(await orderState(more)).toMatchObject({ state: 'paid', received: 114_000n, returned: 0n });
    expect(await take(await promise(), receipt(), 300_000n)).toEqual(err({ code: 'amount-invalid' }));
  });

  test('is visible to its own unit only', async () => {
    const payment = await promise();
    expect(await take(payment, receipt(), payment.amount, stage.stranger)).toEqual(err({ code: 'payment-unknown' }));
    const revoked = { ...stage.ana, isRevoked: true };
    expect(await take(payment, receipt(), payment.amount, revoked)).toEqual(err({ code: 'payment-unknown' }));
    const seen = await inPersonPaymentsOfUnit(stage.database.db, stage.stranger, 'open', 50);
    expect(seen).toEqual([]);
  });

  test('is refused after the last day, and the collection code is canceled', async () => {
    const payment = await promise();
    // Its last day ends at a midnight, and the sweep waits a little longer than that.
    stage.world.clock.advance(7 * day);
    expect(await take(payment, receipt())).toEqual(err({ code: 'payment-closed' }));
    await sweepAttempts(stage.world.ctx);
    await stage.world.runJobs();
    expect((await now(payment))?.state).toBe('canceled');
    expect(await take(payment, receipt())).toEqual(err({ code: 'payment-closed' }));
  });

  test('is found although the answer to the confirmation was lost', async () => {
    const payment = await promise();
    const deaf = { ...stage.world.ctx, gateways: { ...stage.world.ctx.gateways, byId: () => null } };
    await expect(
      collectInPersonPayment(deaf, stage.ana, {
        inPersonPaymentId: payment.id,
        amount: payment.amount,
        fields: receipt(),
        ip: '',
      }),
    ).rejects.toThrow('does not exist');
    expect(await orderState(payment)).toMatchObject({ state: 'open' });
    const page = await stage.gateway.creditsSince?.(null);
    expect(page?.hints.map(({ attemptId }) => attemptId)).toContain(payment.attemptId);
    expect((await stage.gateway.creditsSince?.(page?.cursor ?? null))?.hints).toEqual([]);
  });
});

describe('an in-person refund', () => {
  const request = (payment: InPersonPayment, amount = payment.amount) =>
    ({ inPersonPaymentId: payment.id, amount, reason: 'withdrawal', ip: '192.0.2.8' }) as const;
  const asked = async (payment: InPersonPayment) =>
    (await inPersonRefundsOf(stage.database.db, [payment.id])).at(-1)?.id ?? '';

  test('needs two people, and then reduces the order', async () => {
    const payment = await promise();
    accepted(await take(payment, receipt()));
    accepted(await requestInPersonRefund(stage.world.ctx, stage.ana, request(payment)));
    expect(await requestInPersonRefund(stage.world.ctx, stage.rui, request(payment))).toEqual(err('reversal-open'));
    const decision = { inPersonRefundId: await asked(payment), agrees: true, ip: '192.0.2.9' };
    expect(await decideInPersonRefund(stage.world.ctx, stage.ana, decision)).toEqual(err('same-person'));
    expect(await decideInPersonRefund(stage.world.ctx, stage.stranger, decision)).toEqual(err('reversal-unknown'));
    expect(await orderState(payment)).toMatchObject({ state: 'paid', returned: 0n });
    accepted(await decideInPersonRefund(stage.world.ctx, stage.rui, decision));
    expect(await orderState(payment)).toMatchObject({ state: 'refunded', returned: 114_000n });
    expect(await decideInPersonRefund(stage.world.ctx, stage.rui, decision)).toEqual(err('reversal-unknown'));
    expect((await historyOf(stage.database.db, payment.id)).map(({ kind }) => kind)).toEqual([
      'opened',
      'collected',
      'reversal-asked',
      'reversal-approved',
    ]);
  });

  test('is within the held amount; a rejection changes nothing', async () => {
    const payment = await promise();
    accepted(await take(payment, receipt()));
    expect(await requestInPersonRefund(stage.world.ctx, stage.ana, request(payment, 114_001n))).toEqual(
      err('too-much'),
    );
    accepted(await requestInPersonRefund(stage.world.ctx, stage.ana, request(payment, 50_000n)));
    const inPersonRefundId = await asked(payment);
    accepted(await decideInPersonRefund(stage.world.ctx, stage.rui, { inPersonRefundId, agrees: false, ip: '' }));
    expect(await orderState(payment)).toMatchObject({ state: 'paid', returned: 0n });
    accepted(await requestInPersonRefund(stage.world.ctx, stage.ana, request(payment, 50_000n)));
    const again = { inPersonRefundId: await asked(payment), agrees: true, ip: '' };
    accepted(await decideInPersonRefund(stage.world.ctx, stage.rui, again));
    expect(await requestInPersonRefund(stage.world.ctx, stage.ana, request(payment, 64_001n))).toEqual(err('too-much'));
    expect(await orderState(payment)).toMatchObject({ returned: 50_000n });
  });

  test('by alínea 11 is for cheques alone', async () => {
    const payment = await promise('cheque');
    const fields = { line: writeMagneticLine('2371234', '0180001235', '0000123456'), dueOn: '2099-01-01' };
    expect(await take(payment, fields)).toEqual(
      err({ code: 'proof-invalid', fields: { dueOn: 'collect.proof.dueOn.wrong' } }),
    );
    const dueOn = new Date(stage.world.clock.now().getTime() + 30 * day).toISOString().slice(0, 10);
    accepted(await take(payment, { ...fields, dueOn }));
    const kept = (await now(payment))?.movements[0]?.proof ?? {};
    const clear = { bank: '237', agency: '1234', number: '000123', dueOn };
    expect(decryptProof(stage.world.ctx, kept)).toEqual({ ...clear, account: '0000123456' });
    const asKept = stage.database.pool.query(
      'select concat(proof, proof_key) as text from in_person_movements where in_person_payment_id = $1',
      [payment.id],
    );
    expect((await asKept).rows[0]).toEqual({ text: expect.not.stringContaining('0000123456') });
    const again = await promise('cheque');
    expect(await take(again, { ...fields, dueOn })).toEqual(err({ code: 'proof-used' }));
    accepted(await requestInPersonRefund(stage.world.ctx, stage.ana, { ...request(payment), reason: 'returned-11' }));
    const notes = await promise();
    accepted(await take(notes, receipt()));
    expect(
      await requestInPersonRefund(stage.world.ctx, stage.ana, { ...request(notes), reason: 'returned-12' }),
    ).toEqual(err('reason-wrong'));
  });
});
