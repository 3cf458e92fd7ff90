import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, type LocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import type { GatewayPort } from '../../payments/index.ts';
import { retryFailedMandateCharges } from './index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterAll(() => database.close());

/** A charge by consent that is open and was tried on these days in vain. */
async function tried(dueOn: LocalDate, days: readonly LocalDate[]): Promise<string> {
  world.gateway.behaviors.push('await');
  const { session, quote } = await world.buyer();
  const { orderId, attemptId } = accepted(await world.pay(session, quote, { method: 'by-code' }));
  const at = world.clock.now();
  const consent = { gateway: 'book', reference: attemptId, currency: 'BRL', amount: 114_000n, period: 'monthly' };
  await database.db
    .insertInto('mandates')
    .values({
      ...{ id: `rcr_${attemptId}`, order_id: orderId, attempt_id: attemptId, ...consent, first_due_on: dueOn },
      ...{ state: 'approved', ended_by: null, next_check_at: null, next_send_on: null, created_at: at, updated_at: at },
    })
    .execute();
  const tries = JSON.stringify(days.map((on) => ({ on, state: 'failed' })));
  await database.db
    .insertInto('mandate_charges')
    .values({
      ...{
        mandate_id: `rcr_${attemptId}`,
        charge_number: 1,
        due_on: dueOn,
        attempt_id: attemptId,
        order_id: orderId,
        tries,
      },
      ...{ reserved_until: at, created_at: at },
    })
    .execute();
  return attemptId;
}

test('mandate charges: those without a retry left do not block the retries of others', async () => {
  const today = marketDate(world.clock.now(), 'BR');
  const [fourth, third, second, first] = [0, -1, -2, -3].map((days) => addDays(today, days));
  if (!fourth || !third || !second || !first) throw new Error('No days');
  await tried(first, [first, second, third, fourth]);
  const newer = [await tried(third, [third]), await tried(third, [third])];
  const asked: string[] = [];
  const mandateGateway: NonNullable<GatewayPort['consents']> = {
    rules: { sendDaysBefore: { earliest: 10, latest: 2 }, retries: { most: 3, withinDays: 7 } },
    end: () => Promise.resolve({ kind: 'not-found' }),
    retry({ attemptId }) {
      asked.push(attemptId);
      return Promise.resolve({ kind: 'fact', fact: { state: 'awaiting-buyer', movements: [], at: world.clock.now() } });
    },
  };
  Object.assign(world.gateway, { consents: mandateGateway });
  expect(await retryFailedMandateCharges(world.ctx, 1)).toBe(2);
  expect(asked.toSorted()).toEqual(newer.toSorted());
});
