import { randomUUID } from 'node:crypto';
import type { CardCompany } from '#tests/compat/card-tokens.ts';
import type { CanaryWorld } from '../canary-world.ts';
import {
  asOperator,
  awaitPaid,
  begin,
  type StartedPurchase,
  boxOf,
  cardFields,
  chargesNow,
  type Course,
  saveDocument,
  online,
  pay,
  until,
} from '../purchase.ts';
import { must } from '../visitor.ts';

/** The other company whose stand-in has disputes; Culqi's knows none. */
const atPagarme: Course = { productCode: 'medcof', business: 'medcof', query: 'product=medcof' };

interface Charged extends StartedPurchase {
  readonly company: 'acquirer' | 'pagarme';
  readonly orderId: string;
  /** The company's own name of the charge. */
  readonly charge: string;
  readonly total: number;
}

/** Buyers' banks take money of cards back, in part, wholly, and lose; the staff answer them by what proves the sale. */
export async function walkDisputes(world: CanaryWorld): Promise<string[]> {
  const names = [
    'dispute of a part, won',
    'dispute of a card',
    'dispute after a refund',
    'dispute at Pagar.me',
  ] as const;
  await loseAndWin(world, names[0]);
  await takeAll(world, await buy(world, names[1], online));
  await refundFirst(world, await buy(world, names[2], online));
  await refundFirst(world, await buy(world, names[3], atPagarme));
  return [...names];
}

/** Buys by one card, whose charge is known by its company. */
async function buy(world: CanaryWorld, name: string, course: Course): Promise<Charged> {
  const company = course === online ? 'acquirer' : 'pagarme';
  const sealedFor: CardCompany = company === 'acquirer' ? 'test-acquirer' : 'pagarme';
  const begun = await begin(world, name, course);
  const known = await chargesNow(world);
  const card = await cardFields(world, name, world.canaries.card(name, '1'), sealedFor);
  let price = 0;
  const paid = await pay(begun, (total) => {
    price = total;
    return [{ method: 'credit-card', fields: { ...card, document: begun.document } }];
  });
  const orderId = await awaitPaid(world, begun, must(paid, [201, 202], name).json['orderId'], known);
  const own = (await world.sandboxPayments.charges()).find((one) => one.company === company && !known.has(one.id));
  if (!own) throw new Error(`${name}: no charge at ${company}`);
  return { ...begun, company, orderId, charge: own.id, total: price };
}

async function reverse(
  { sandboxPayments }: CanaryWorld,
  { company, charge, name }: Charged,
  options: object,
): Promise<void> {
  if (!(await sandboxPayments.reverse(company, { charge, ...options }))) throw new Error(`${name}: the bank may not`);
}

/** Waits until so many tasks about the order are open. */
async function tasksOf({ pool }: CanaryWorld, { name, orderId }: Charged, kind: string, count: number): Promise<void> {
  await until(`${name}: ${count} tasks ${kind}`, async () => {
    const { rows } = await pool.query<{ count: string }>(
      "select count(*) from reconciliation_exceptions where order_id = $1 and kind = $2 and state = 'open'",
      [orderId, kind],
    );
    return Number(rows[0]?.count) === count ? true : null;
  });
}

/** What a school answers a bank with. */
async function answerBank(world: CanaryWorld, { buyer, orderId, name }: Charged): Promise<void> {
  for (const format of ['json', 'pdf']) {
    const path = `/api/v1/orders/${orderId}/evidence?format=${format}`;
    const received = must(await buyer.call('GET', path, undefined, asOperator(world)), [200], name);
    saveDocument(world, `evidence for a bank.${format}`, received);
  }
}

async function loseAndWin(world: CanaryWorld, name: string): Promise<void> {
  const bought = await buy(world, name, online);
  await reverse(world, bought, { kind: 'dispute', amount: Math.floor(bought.total / 3) });
  await tasksOf(world, bought, 'dispute', 1);
  await answerBank(world, bought);
  await reverse(world, bought, { kind: 'win-dispute' });
  await tasksOf(world, bought, 'dispute', 0);
}

/** Nothing is left: access ends, and the buyer is told. */
async function takeAll(world: CanaryWorld, bought: Charged): Promise<void> {
  const { name, buyer, orderId, email } = bought;
  await reverse(world, bought, { kind: 'dispute' });
  await until(`${name}: the order's end`, async () => {
    const { json } = await buyer.call('GET', `/api/v1/order/${orderId}/status`);
    return json['state'] === 'refunded' ? true : null;
  });
  await answerBank(world, bought);
  const before = (await boxOf(world, email)).messages.length;
  await world.sandboxPayments.advance(60);
  await until(`${name}: a letter`, async () => {
    const { messages } = await boxOf(world, email);
    return messages.length > 1 || messages.length > before ? true : null;
  });
}

/** The staff give a part back by a call; the bank takes the rest. */
async function refundFirst(world: CanaryWorld, bought: Charged): Promise<void> {
  const { buyer, orderId, total, name } = bought;
  const body = { refundId: `refund-${randomUUID()}`, amount: Math.floor(total / 3), reason: 'canary' };
  must(await buyer.call('POST', `/api/v1/orders/${orderId}/refunds`, body, asOperator(world)), [202], name);
  await until(`${name}: money back`, async () => {
    const own = (await world.sandboxPayments.charges()).find(({ id }) => id === bought.charge);
    return (own?.refunded ?? 0) > 0 ? true : null;
  });
  await world.sandboxPayments.advance(60);
  await takeAll(world, bought);
}
