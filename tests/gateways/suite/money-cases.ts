import { expect, test } from 'vitest';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { factIn, referenceTo } from './charges.server.ts';
import type { SuiteActor, SuiteSubject } from './suite-actor.ts';

/** Charges and their money: made, taken back, given back, listed. */
export function moneyCases(subject: SuiteSubject, actor: SuiteActor): void {
  const { company, traits = {} } = subject;

  test('it can what it says it can, and nothing else', () => {
    expect([actor.gateway.refund !== undefined, actor.gateway.creditsSince !== undefined]).toEqual([
      subject.refunds,
      subject.listsCredits,
    ]);
  });

  test('a charge is made once, and money that arrives is told with an id that stays', async () => {
    const charge = await actor.newCharge();
    const started = factIn(await actor.gateway.start(charge));
    expect(started.state).toBe(subject.pay ? 'awaiting-buyer' : 'captured');
    expect(started.instructions !== undefined).toBe(subject.pay !== null);
    await subject.pay?.(actor.sandboxWorld, actor.gateway, charge);

    const byId = factIn(await actor.gateway.find(referenceTo(charge, started.reference ?? null)));
    const byOurs = factIn(await actor.gateway.find(referenceTo(charge)));
    expect(byId).toMatchObject({ state: 'captured', reference: started.reference });
    expect(byId.movements).toMatchObject([{ kind: 'capture', amount: 114_000n, currency: charge.amount.currency }]);
    expect(byOurs.movements).toEqual(byId.movements);
    expect(actor.inBook(charge)).toMatchObject([{ amount: 114_000, captured: 114_000 }]);
  });

  test('the same attempt again, also ten times at once, is the same charge', async () => {
    const charge = await actor.newCharge();
    const answers = await Promise.all(Array.from({ length: 10 }, () => actor.gateway.start(charge)));
    const references = new Set(answers.map((answer) => factIn(answer).reference));
    expect(references.size).toBe(1);
    expect(actor.inBook(charge)).toHaveLength(1);
  });

  test('a refusal is told with a code, and no money moves', async () => {
    await actor.sandboxWorld.faults({ target: company, mode: 'decline', times: 1 });
    const charge = await actor.newCharge();
    const fact = factIn(await actor.gateway.start(charge));
    expect(fact).toMatchObject({
      state: subject.refused.state,
      movements: [],
      decline: { code: subject.refused.code },
    });
    expect(actor.inBook(charge).every(({ captured }) => captured === 0)).toBe(true);
  });

  test.each(['timeout-after', '500-after', 'reset'])(
    '%s: it was done though we did not hear, and asking finds it',
    async (mode) => {
      const charge = await actor.newCharge();
      const impatient = actor.hasty();
      await actor.warm(impatient);
      await actor.sandboxWorld.faults({ target: company, mode, times: 1 });
      expect((await impatient.start(charge)).kind).toBe(traits.asksAtOnce ? 'fact' : 'silent');
      expect((await actor.gateway.find(referenceTo(charge))).kind).toBe('fact');
      expect(actor.inBook(charge)).toHaveLength(1);
    },
  );

  test.each(['429', 'maintenance'])('%s: turned away at the door, nothing was done', async (mode) => {
    const charge = await actor.newCharge();
    await actor.warm(actor.gateway);
    await actor.sandboxWorld.faults({ target: company, mode, times: 1 });
    const goesOn = mode === '429' && traits.triesAgain === true;
    expect((await actor.gateway.start(charge)).kind).toBe(goesOn ? 'fact' : 'unreachable');
    expect(actor.inBook(charge)).toHaveLength(goesOn ? 1 : 0);
  });

  test.runIf(!traits.cannotRelease)('what holds no money yet can be taken back, again and again', async () => {
    const charge = await actor.newCharge();
    const held = subject.pay ? charge : { ...charge, capture: 'later' as const };
    const started = factIn(await actor.gateway.start(held));
    expect(started.state).toBe(subject.pay ? 'awaiting-buyer' : 'authorized');
    for (const reference of [started.reference ?? null, null]) {
      expect(
        factIn((await actor.gateway.release?.(referenceTo(charge, reference))) ?? { kind: 'not-found' }).state,
      ).toBe('voided');
    }
    expect(actor.inBook(charge)).toMatchObject([{ captured: 0 }]);
    const pay = subject.pay ?? (async () => Promise.reject(new Error('409')));
    await expect(pay(actor.sandboxWorld, actor.gateway, charge)).rejects.toThrow('409');
  });

  test.runIf(!traits.cannotRelease)('what was paid meanwhile is told instead of being taken back', async () => {
    const charge = await actor.newCharge();
    await actor.paid(charge);
    const answer = await actor.gateway.release?.(referenceTo(charge));
    expect(factIn(answer ?? { kind: 'not-found' })).toMatchObject({
      state: 'captured',
      movements: [{ amount: 114_000n }],
    });
  });

  test.runIf(subject.refunds)('money goes back once per refund, and never more than came', async () => {
    const charge = await actor.newCharge();
    await actor.paid(charge);
    const fact = factIn(await actor.gateway.find(referenceTo(charge)));
    const reference = { ...referenceTo(charge, fact.reference ?? null), movementId: fact.movements[0]?.id ?? '' };
    const { currency } = charge.amount;
    const part = { amount: 40_000n, currency } as const;
    const refundId = newId('ref');
    const refundOf = async (id: string, amount: { amount: bigint; currency: typeof currency }) =>
      actor.gateway.refund?.(reference, amount, id);
    await refundOf(refundId, part);
    await new Promise((resume) => setTimeout(resume, 350));
    const again = factIn((await refundOf(refundId, part)) ?? { kind: 'not-found' });
    expect(again.movements).toMatchObject([{ kind: 'refund', amount: 40_000n }]);
    expect(factIn((await refundOf(refundId, part)) ?? { kind: 'not-found' }).movements).toEqual(again.movements);
    expect((await refundOf(newId('ref'), { amount: 74_001n, currency }))?.kind).toBe('silent');
    expect(actor.inBook(charge)).toMatchObject([{ captured: 114_000, refunded: 40_000 }]);
    const reported = factIn(await actor.gateway.find(referenceTo(charge))).movements;
    expect(reported).toHaveLength(traits.hidesRefunds ? 1 : 2);
  });

  test.runIf(subject.listsCredits)(
    'the list of credits tells of each payment once, from where it was left',
    async () => {
      const before = await actor.gateway.creditsSince?.(null);
      const charge = await actor.newCharge();
      await actor.paid(charge);
      const page = await actor.gateway.creditsSince?.(before?.cursor ?? null);
      expect(page?.hints.map(({ attemptId }) => attemptId)).toEqual([charge.attemptId]);
      expect((await actor.gateway.creditsSince?.(page?.cursor ?? null))?.hints).toEqual([]);
      const [movement] = factIn(await actor.gateway.find(referenceTo(charge))).movements;
      expect(page?.hints[0]?.eventId).toBe(movement?.id);
    },
  );

  test('a crash of the company loses nothing', async () => {
    const charge = await actor.newCharge();
    await actor.paid(charge);
    const before = actor.sandboxWorld.world.book();
    await actor.sandboxWorld.restart();
    expect(actor.sandboxWorld.world.book()).toEqual(before);
    expect(factIn(await actor.gateway.find(referenceTo(charge))).state).toBe('captured');
  });
}
