import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeGateway } from '#tests/support/fixtures/fake-gateway.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import { type AttemptRow, attemptById } from '../attempts/attempt.repository.server.ts';
import { pollAttempt, pollKnownAttempt } from './poll-attempt.server.ts';
import type { ChargeReference, GatewayAnswer } from '../ports/gateway.port.ts';
import { voidAttempt } from '../facts/void-attempt.server.ts';

/** A company that makes its charge when it is asked after the bank's question, where it may. */
class AskedGateway extends FakeGateway {
  readonly chargesOnPoll = true;

  override async find(charge: ChargeReference): Promise<GatewayAnswer> {
    const isOpen = this.book.get(charge.attemptId)?.state === 'awaiting-buyer';
    if (isOpen && charge.mayChargeNow) this.receive(charge.attemptId);
    return super.find(charge);
  }
}

let database: TestDatabase;
let world: DomainWorld;
let gateway: AskedGateway;
let attemptId: string;
beforeEach(async () => {
  database = await createTestDatabase();
  gateway = new AskedGateway('book');
  gateway.behavior = 'challenge';
  const gateways = { choose: () => gateway, byId: () => gateway, all: () => [gateway] };
  world = createDomainWorld(database, { gateways });
  const { session, quote } = await world.buyer();
  ({ attemptId } = accepted(await world.pay(session, quote)));
});
afterEach(() => database.close());

async function change(changed: Partial<Pick<AttemptRow, 'state' | 'superseded' | 'void_state'>>): Promise<void> {
  await database.db.updateTable('attempts').set(changed).where('id', '=', attemptId).execute();
}

async function attempt(): Promise<AttemptRow> {
  const row = await attemptById(database.db, attemptId);
  if (!row) throw new Error('No such attempt');
  return row;
}

/** So many seconds pass at the database. */
async function wait(seconds: number): Promise<void> {
  await database.pool.query('update attempts set poll_lease_until = poll_lease_until - make_interval(secs => $1)', [
    seconds,
  ]);
}

describe('a charge made on poll', () => {
  test('is made on the first poll', async () => {
    await pollAttempt(world.ctx, attemptId, 'buyer');
    expect(gateway.captures()).toHaveLength(1);
    expect((await attempt()).state).toBe('captured');
  });

  test.each(['webhook', 'check', 'deadline', 'buyer'] as const)(
    'is not made once its attempt is superseded (%s)',
    async (source) => {
      await change({ superseded: true, void_state: 'requested' });
      await pollAttempt(world.ctx, attemptId, source);
      expect(gateway.captures()).toEqual([]);
      await voidAttempt(world.ctx, attemptId);
      expect(await attempt()).toMatchObject({ state: 'voided', void_state: 'done' });
    },
  );

  test.each([{ superseded: true }, { state: 'expired' }] as const)(
    'is not made after %o, whatever was read before',
    async (changed) => {
      const before = await attempt();
      await change(changed);
      await pollKnownAttempt(world.ctx, before, 'buyer');
      await pollAttempt(world.ctx, attemptId, 'buyer');
      expect(gateway.captures()).toEqual([]);
    },
  );

  test('is not voided while another process makes it: its outcome is known then', async () => {
    const begun = Promise.withResolvers<undefined>();
    const mustAdvanceSplit = Promise.withResolvers<undefined>();
    const find = gateway.find.bind(gateway);
    gateway.find = async (charge) => {
      begun.resolve(undefined);
      await mustAdvanceSplit.promise;
      return find(charge);
    };
    const asking = pollAttempt(world.ctx, attemptId, 'buyer');
    await begun.promise;
    await change({ superseded: true, void_state: 'requested' });
    await expect(voidAttempt(world.ctx, attemptId)).rejects.toThrow('asked');
    expect((await attempt()).void_state).toBe('requested');
    mustAdvanceSplit.resolve(undefined);
    await asking;
    await voidAttempt(world.ctx, attemptId);
    expect(gateway.captures()).toHaveLength(1);
    expect(await attempt()).toMatchObject({ state: 'captured', void_state: 'done' });
  });

  test('is not repeated by a process whose clock is minutes ahead', async () => {
    const begun = Promise.withResolvers<undefined>();
    const mustAdvanceSplit = Promise.withResolvers<undefined>();
    const find = gateway.find.bind(gateway);
    let asked = 0;
    gateway.find = async (charge) => {
      asked += 1;
      begun.resolve(undefined);
      await mustAdvanceSplit.promise;
      return find(charge);
    };
    const asking = pollAttempt(world.ctx, attemptId, 'buyer');
    await begun.promise;
    const clock = new VirtualClock(new Date(world.clock.now().getTime() + 600_000));
    const ahead = pollAttempt({ ...world.ctx, clock }, attemptId, 'check');
    await Promise.race([ahead, new Promise((resolve) => setTimeout(resolve, 200))]);
    mustAdvanceSplit.resolve(undefined);
    expect([await ahead, (await asking)?.state, asked]).toEqual([null, 'captured', 1]);
  });

  test('is not made while it is being voided', async () => {
    const release = gateway.release.bind(gateway);
    gateway.release = async (charge) => {
      await pollAttempt(world.ctx, attemptId, 'buyer');
      return release(charge);
    };
    await change({ void_state: 'requested' });
    await voidAttempt(world.ctx, attemptId);
    expect(gateway.captures()).toEqual([]);
    expect(await attempt()).toMatchObject({ state: 'voided', void_state: 'done' });
  });

  test('whose void got no answer is voided at the next request', async () => {
    gateway.silentReleases = 1;
    await change({ superseded: true, void_state: 'requested' });
    await expect(voidAttempt(world.ctx, attemptId)).rejects.toThrow('silent');
    await voidAttempt(world.ctx, attemptId);
    expect(await attempt()).toMatchObject({ state: 'voided', void_state: 'done' });
  });

  test('is repeated at once after an answer, and after silence only once a charge under way would be visible', async () => {
    const asked: unknown[] = [];
    let answer: GatewayAnswer = { kind: 'not-found' };
    gateway.find = async ({ mayChargeNow }) => {
      asked.push(mayChargeNow);
      return answer;
    };
    for (let times = 0; times < 2; times += 1) await pollAttempt(world.ctx, attemptId, 'check');
    expect(asked).toEqual([true, true]);
    answer = { kind: 'silent', reason: 'time-out' };
    for (let times = 0; times < 2; times += 1) await pollAttempt(world.ctx, attemptId, 'check');
    expect(asked).toHaveLength(3);
    await wait(40);
    await pollAttempt(world.ctx, attemptId, 'check');
    expect(asked).toHaveLength(3);
    await wait(20);
    await pollAttempt(world.ctx, attemptId, 'check');
    expect(asked).toHaveLength(4);
    await wait(60);
    gateway.find = () => Promise.reject(new Error('Something broke'));
    await expect(pollAttempt(world.ctx, attemptId, 'check')).rejects.toThrow('broke');
    expect(await pollAttempt(world.ctx, attemptId, 'check')).toBeNull();
  });

  test('is only polled while its gateway processes it, and at a gateway that charges by itself', async () => {
    const asked: unknown[] = [];
    gateway.find = async ({ mayChargeNow }) => {
      asked.push(mayChargeNow);
      return { kind: 'silent', reason: 'time-out' };
    };
    await change({ state: 'processing' });
    await pollAttempt(world.ctx, attemptId, 'check');
    await change({ state: 'awaiting-buyer' });
    Object.assign(gateway, { chargesOnPoll: undefined });
    for (let times = 0; times < 2; times += 1) await pollAttempt(world.ctx, attemptId, 'check');
    expect(asked).toEqual([undefined, undefined, undefined]);
  });
});
