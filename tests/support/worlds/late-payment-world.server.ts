import { expect } from 'vitest';
import { accepted, course, createDomainWorld, type DomainWorld } from './domain-world.server.ts';
import type { TestDatabase } from '../database/database.server.ts';
import { freezeClock } from '../clock/freeze-clock.ts';

/** Installments that cost 1.99 % a month. */
const dear = {
  ...course,
  plans: course.plans.map((plan) => ({
    ...plan,
    installments: { max: 12, monthlyRate: '0.0199', minimum: { amount: 500n, currency: 'BRL' as const } },
  })),
};

/** What is paid at once for the course, what being late costs, and what nobody asked for; minor units. */
export const latePayment = { price: 114_000n, late: 500n, surplus: 700n } as const;

/** A world whose one course costs interest in installments. */
export function createInterestWorld(database: TestDatabase): DomainWorld {
  const { catalog } = createDomainWorld(database).ctx;
  return createDomainWorld(database, { catalog: { ...catalog, product: () => dear } });
}

/** Twelve installments, paid late and by more than was asked for. The date stands still until the test ends. */
export async function paidLate(world: DomainWorld) {
  freezeClock();
  const { session, quote } = await world.buyer();
  world.gateway.behavior = 'await';
  const tenders = [{ method: 'at-once', installments: 12, fields: {} }];
  const { orderId, attemptId } = accepted(await world.pay(session, quote, { tenders }));
  const asked = world.gateway.book.get(attemptId)?.amount.amount ?? 0n;
  const { price, late, surplus } = latePayment;
  const interest = asked - price;
  expect(interest > 0n).toBe(true);
  const movement = world.gateway.receive(attemptId, asked + late + surplus);
  Object.assign(movement, { lateFee: late });
  await world.notify(attemptId);
  return { orderId, attemptId, interest, movement };
}

/** The books from a line on: kind, where it went, where it came from, how much. */
export async function booksFrom({ db }: TestDatabase, from = 0) {
  const rows = await db.selectFrom('ledger_transfers').selectAll().orderBy('id').execute();
  return rows
    .slice(from)
    .map(({ kind, debit_account, credit_account, amount }) => [kind, debit_account, credit_account, amount]);
}
