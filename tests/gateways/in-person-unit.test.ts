import { describe, expect, test } from 'vitest';
import { findInPersonPayment, decideInPersonRefund } from '#src/domain/in-person/index.server.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { createInPersonWorld } from '#tests/support/worlds/in-person-world.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { factIn } from './suite/charges.server.ts';

/**
 * The suite asks companies in every weather. This one's book is a table of ours, so that some of its cases have no object;
 * each is named with the reason, and the others are asked here in the desk's own way.
 */
const withoutObject = {
  'timeout-after, 500-after, reset': 'nothing is sent: whoever asks reads the table',
  '429, maintenance': 'there is no door: the desk is open as long as the product is',
  'slow answers, silence, nobody there': 'as above; a database that dies is what tests/races kills',
  'not found yet': 'a claim is read in the database that wrote it',
  'another payee': 'a claim names the unit of the order itself',
  messages: 'nobody posts any: the page asks at once, and the list of credits finds what that missed',
  'a refusal of the company': 'nobody decides at the start; an order without a unit is the one refusal there is',
} as const;

const { sandboxWorld, promise, take } = createInPersonWorld();
let documents = 0;
const receipt = () => ({ receipt: `S-${(documents += 1)}` });

/** How the gateway is asked about the attempt of a claim. */
const named = async (attemptId: string, reference: string | null = null) => {
  const row = await sandboxWorld.database.db
    .selectFrom('attempts')
    .select(['serial', 'amount'])
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow();
  return { attemptId, serial: row.serial, reference, amount: { amount: row.amount, currency: 'BRL' as const } };
};

describe('the gateway of in-person payments', () => {
  test.each(Object.entries(withoutObject))('refuses “%s”: %s', (name, reason) => {
    expect([name.length > 5, reason.length > 20]).toEqual([true, true]);
    for (const able of ['readWebhook', 'capture', 'holdSeconds']) expect(sandboxWorld.gateway).not.toHaveProperty(able);
  });

  test('answers the same attempt with the same in-person payment', async () => {
    const payment = await promise();
    const again = await sandboxWorld.gateway.find(await named(payment.attemptId));
    expect(factIn(again)).toMatchObject({ state: 'awaiting-buyer', reference: payment.id, movements: [] });
    const count = await sandboxWorld.database.db
      .selectFrom('in_person_payments')
      .select('id')
      .where('attempt_id', '=', payment.attemptId)
      .execute();
    expect(count).toHaveLength(1);
  });

  test('reports money under one id, by attempt or reference', async () => {
    const payment = await promise();
    accepted(await take(payment, receipt()));
    const byOurs = factIn(await sandboxWorld.gateway.find(await named(payment.attemptId)));
    const byTheirs = factIn(await sandboxWorld.gateway.find(await named(payment.attemptId, payment.id)));
    expect(byOurs.movements).toMatchObject([{ kind: 'capture', amount: 114_000n, currency: 'BRL' }]);
    expect(byTheirs.movements).toEqual(byOurs.movements);
  });

  test('voids what is unpaid, repeatedly; reports what was paid meanwhile', async () => {
    const [open, paid] = [await promise(), await promise()];
    for (let times = 0; times < 2; times += 1) {
      const released = await sandboxWorld.gateway.release?.(await named(open.attemptId));
      expect(factIn(released ?? { kind: 'not-found' }).state).toBe('voided');
    }
    expect(await take(open, receipt())).toMatchObject({ ok: false, error: { code: 'payment-closed' } });
    accepted(await take(paid, receipt()));
    const reported = await sandboxWorld.gateway.release?.(await named(paid.attemptId));
    expect(factIn(reported ?? { kind: 'not-found' })).toMatchObject({
      state: 'captured',
      movements: [{ amount: 114_000n }],
    });
  });

  test('refunds once per refund, never more than came, after a person handed it over', async () => {
    const payment = await promise();
    accepted(await take(payment, receipt()));
    const charge = { ...(await named(payment.attemptId)), movementId: 'any' };
    const refund = async (amount: bigint, id: string) =>
      sandboxWorld.gateway.refund?.(charge, { amount, currency: 'BRL' }, id);
    const id = newId('ref');
    expect(factIn((await refund(40_000n, id)) ?? { kind: 'not-found' }).movements).toEqual([]);
    accepted(
      await decideInPersonRefund(sandboxWorld.world.ctx, sandboxWorld.rui, {
        inPersonRefundId: id,
        agrees: true,
        ip: '',
      }),
    );
    for (let times = 0; times < 2; times += 1) {
      const reported = factIn((await refund(40_000n, id)) ?? { kind: 'not-found' });
      expect(reported.movements).toMatchObject([{ id, kind: 'refund', amount: 40_000n }]);
    }
    expect((await refund(74_001n, newId('ref')))?.kind).toBe('silent');
    expect((await findInPersonPayment(sandboxWorld.database.db, 'id', payment.id))?.movements).toHaveLength(2);
  });

  test('finds no unknown payment, and believes no other amount', async () => {
    const nobody = { attemptId: newId('att'), serial: 1n, reference: null };
    const amount = { amount: 1n, currency: 'BRL' as const };
    expect(await sandboxWorld.gateway.find({ ...nobody, amount })).toEqual({ kind: 'not-found' });
    const payment = await promise();
    const other = { ...(await named(payment.attemptId)), amount };
    expect(await sandboxWorld.gateway.find(other)).toEqual({ kind: 'silent', reason: 'mismatch-amount' });
  });

  test('refuses an order without a unit, with its code', async () => {
    const { session, quote } = await sandboxWorld.world.buyer();
    const tenders = [{ method: 'cash', installments: 1, fields: { means: 'cash' } }];
    const tried = accepted(await sandboxWorld.world.pay(session, quote, { tenders }));
    expect(tried).toMatchObject({ state: 'declined', declineCode: 'unit-missing' });
  });
});
