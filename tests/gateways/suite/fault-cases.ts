import { expect, test } from 'vitest';
import { chargeOf, factIn, referenceTo } from './charges.server.ts';
import { openSandboxWorld } from './sandbox-world.server.ts';
import { shortTimeoutMs, type SuiteActor, type SuiteSubject } from './suite-actor.ts';

/** Answers that come late, never, broken, or that lie. */
export function faultCases(subject: SuiteSubject, actor: SuiteActor): void {
  const { company, traits = {} } = subject;

  test('a slow answer within the budget counts', async () => {
    await actor.sandboxWorld.faults({ target: company, mode: 'slow', ms: 60, times: 1 });
    expect((await actor.gateway.start(await actor.newCharge())).kind).toBe('fact');
  });

  test('an answer that is slower than the budget is silence, and asking tells the truth', async () => {
    const charge = await actor.newCharge();
    const impatient = actor.hasty();
    await actor.warm(impatient);
    await actor.sandboxWorld.faults({
      target: company,
      mode: 'slow',
      calls: 'writes',
      ms: 2 * shortTimeoutMs,
      times: 1,
    });
    expect(await impatient.start(charge)).toEqual({ kind: 'silent', reason: 'timed-out' });
    await expect
      .poll(async () => (await actor.gateway.find(referenceTo(charge))).kind, { timeout: 15_000 })
      .toBe('fact');
  });

  test('silence before anything was done leaves nothing behind', async () => {
    const charge = await actor.newCharge();
    const impatient = actor.hasty();
    await actor.warm(impatient);
    await actor.sandboxWorld.faults({ target: company, mode: 'timeout-before', times: 1 });
    expect((await impatient.start(charge)).kind).toBe('silent');
    expect(await actor.gateway.find(referenceTo(charge))).toEqual({ kind: 'not-found' });
    expect(actor.inBook(charge)).toEqual([]);
  });

  test('nobody there is unreachable, not unknown', async () => {
    const charge = await actor.newCharge();
    const elsewhere = await openSandboxWorld();
    const orphan = subject.make(elsewhere, shortTimeoutMs);
    await elsewhere.close();
    expect((await orphan.start(charge)).kind).toBe('unreachable');
  });

  test('what was never asked for is not found, and what is new may not be found yet', async () => {
    expect(await actor.gateway.find(referenceTo(chargeOf(actor.sandboxWorld)))).toEqual({ kind: 'not-found' });
    const charge = await actor.newCharge();
    factIn(await actor.gateway.start(charge));
    await actor.sandboxWorld.faults({ target: company, mode: 'not-found-lag', seconds: 60, times: 1 });
    expect(await actor.gateway.find(referenceTo(charge))).toEqual({ kind: 'not-found' });
    expect((await actor.gateway.find(referenceTo(charge))).kind).toBe('fact');
  });

  test.runIf(!traits.hidesAmount)('an answer about another amount is not believed', async () => {
    const charge = await actor.newCharge();
    await actor.paid(charge);
    await actor.sandboxWorld.faults({ target: company, mode: 'wrong-amount', times: 1 });
    expect(await actor.gateway.find(referenceTo(charge))).toEqual({ kind: 'silent', reason: 'mismatch-amount' });
    expect(factIn(await actor.gateway.find(referenceTo(charge))).state).toBe('captured');
  });

  test.runIf(subject.namesPayee)('an answer that names another payee is not believed', async () => {
    const charge = await actor.newCharge();
    await actor.paid(charge);
    await actor.sandboxWorld.faults({ target: company, mode: 'wrong-payee', times: 1 });
    expect(await actor.gateway.find(referenceTo(charge))).toEqual({ kind: 'silent', reason: 'mismatch-payee' });
  });
}
