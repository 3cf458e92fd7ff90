import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { numberOfCard, sealCard } from './card-tokens.ts';
import type { Row } from './covering.ts';
import { type Part, ways } from './factors.ts';
import { bumpCode, type Course, courses, planCode, unitId } from './house.ts';
import type { Outside } from './outside.ts';
import { proveMember } from './prove-member.ts';
import { type Json, Shopper, WrongAnswer } from './shop-client.ts';
import type { UnitPerson } from './unit-people.ts';

/** The product under test and the world around it. */
export interface Stage {
  readonly checkout: string;
  readonly outside: Outside;
  readonly operatorToken: string;
  readonly unit: UnitPerson;
}

const buyers = {
  BR: { name: 'Maria da Silva', email: 'compat@exemplo.com.br', phone: '(11) 96123-4567', document: '390.533.447-05' },
  MZ: { name: 'Graça Machava', email: 'compat@exemplo.co.mz', phone: '+258 84 123 4567', document: '' },
  PE: { name: 'Rosa Quispe', email: 'compat@exemplo.pe', phone: '987 654 321', document: '10203040' },
} as const;

const quoteSchema = z.object({ id: z.string(), total: z.number().int() });
const paymentSchema = z.object({ orderId: z.string(), instructions: z.record(z.string(), z.unknown()).nullable() });
const trialSchema = z.object({ trial: z.object({ amount: z.number().int() }).nullable() });
const upsellSchema = z.object({ purchase: z.object({ leadId: z.string() }).nullable() });
const refundSchema = z.object({ parts: z.array(z.object({ amount: z.number(), state: z.string() })) });
const statusSchema = z.object({ state: z.string() });

const yapePhone = '987654321';
const pointsPerUnit = 32;
/** Minor units that points pay where they pay a part: 3,200 of them. */
const inPoints = 10_000;
const patienceMs = 20_000;

interface Bought {
  readonly orderId: string;
  readonly total: number;
  /** What the buyer says at the unit, where money is handed over there. */
  readonly code: string | null;
  /** Minor units of the first charge after free time; 0 where there is none. */
  readonly first: number;
}

/** What a row is about, as its run goes on. */
interface Run {
  readonly stage: Stage;
  readonly shopper: Shopper;
  readonly course: Course;
  readonly row: Row;
  /** Whoever begins free time had none before: their address, phone and card are their own. */
  readonly person: number;
}

let people = 0;
const isFree = (row: Row): boolean => row['trial'] !== 'none';

function contactOf({ course, row, person }: Run): { name: string; email: string; phone: string } {
  const { name, email, phone } = buyers[course.operation];
  if (!isFree(row)) return { name, email, phone };
  const own = String(person).padStart(4, '0');
  return { name, email: email.replace('@', `${own}@`), phone: withTail(phone, own) };
}

/** The same number with other last figures, laid out as it is. */
function withTail(phone: string, tail: string): string {
  const left = [...tail];
  return [...phone]
    .toReversed()
    .map((sign) => (/\d/.test(sign) ? (left.pop() ?? sign) : sign))
    .toReversed()
    .join('');
}

/** Buys by one combination, from the lead to the refund. Throws a `WrongAnswer` where anything is not as it must be. */
export async function tryRow(stage: Stage, row: Row): Promise<readonly string[]> {
  const way = ways[row['method'] ?? ''];
  if (!way) throw new Error(`No way to pay ${row['method']}`);
  const course = courses[way.market];
  people += 1;
  const run: Run = { stage, shopper: new Shopper(stage.checkout), course, row, person: people };
  const takesPoints = row['points'] === 'part';
  const contact = contactOf(run);
  const lead = await run.shopper.call(
    'POST',
    '/api/v1/lead',
    { ...contact, productCode: course.productCode, operation: course.operation, flowId: course.flowId },
    [201],
  );
  const query = `product=${course.productCode}&flowId=${course.flowId}`;
  if (takesPoints) await proveMember(run.shopper, stage.outside, query);
  if (way.parts.some(({ method }) => method === 'cash'))
    await run.shopper.submit(`/select-school?${query}`, { unit: unitId });
  const first = await buy(run, String(lead['id']), way.parts, {
    ...(row['order bump'] === 'yes' ? { orderBumps: [bumpCode] } : {}),
    ...(row['voucher'] === 'none' ? {} : { voucher: `compat-${row['voucher']}` }),
    planId: planCode(way.market, row['plan type'] ?? '', row['trial'] ?? '', row['installments'] ?? ''),
    takesPoints,
  });
  // What is free at first is paid by its buyer before its day, in the same way.
  const charged = isFree(row) ? await payFirst(run, first, way.parts) : first;
  const orders = [...new Set([first.orderId, charged.orderId])];
  if (row['upsell'] !== 'none') {
    const decision = row['upsell'] ?? '';
    const answered = await run.shopper.call('POST', `/api/v1/order/${first.orderId}/upsell`, { decision }, [200]);
    const { purchase } = upsellSchema.parse(answered);
    if ((purchase !== null) !== (decision === 'accepted')) throw new WrongAnswer(`upsell: ${JSON.stringify(answered)}`);
    if (purchase) orders.push((await buy(run, purchase.leadId, way.parts, { takesPoints: false })).orderId);
  }
  if (row['refund'] !== 'none') await refund(run, charged, row['refund'] === 'all');
  return orders;
}

async function buy(
  run: Run,
  leadId: string,
  parts: readonly Part[],
  wish: { readonly takesPoints: boolean; readonly [name: string]: unknown },
): Promise<Bought> {
  const { shopper, course, stage } = run;
  const { takesPoints, ...asked } = wish;
  const priced = await shopper.call('POST', '/api/v1/quote', { leadId, ...asked }, [200]);
  const quote = quoteSchema.parse(priced);
  const { trial } = trialSchema.parse(priced);
  const known = new Set((await stage.outside.charges()).map(({ id }) => id));
  const body = {
    ...{ sfLeadId: leadId, quoteId: quote.id, amount: quote.total },
    ...{ business: course.business, productCode: course.productCode },
    ...(buyers[course.operation].document === '' ? {} : { document: buyers[course.operation].document }),
    ...(trial ? { acceptTrial: true } : {}),
    paymentMethods: trial
      ? await tendersNow(run, parts, quote.total)
      : await tendersOf(run, parts, quote.total, takesPoints),
  };
  const headers = { 'idempotency-key': randomUUID() };
  const paid = await shopper.call('POST', '/api/v2/payment', body, [201, 202], headers);
  const { orderId, instructions } = paymentSchema.parse(paid);
  const cash = body.paymentMethods.find(({ method }) => method === 'cash');
  const isAsked = quote.total > 0;
  const code = cash && isAsked ? String(instructions?.['code']) : null;
  if (cash && code !== null) await stage.unit.take(code, Number(cash['amount']));
  await becomePaid(run, orderId, known);
  return { orderId, total: quote.total, code, first: trial?.amount ?? 0 };
}

/** Pays the first charge after free time before its day, by the same way and with the row's installments. */
async function payFirst(run: Run, begun: Bought, parts: readonly Part[]): Promise<Bought> {
  const { shopper, course, stage } = run;
  const known = new Set((await stage.outside.charges()).map(({ id }) => id));
  const { document } = buyers[course.operation];
  const body = {
    ...{ type: 'first-invoice-payment', orderId: begun.orderId, amount: begun.first },
    ...{ business: course.business, productCode: course.productCode },
    ...(document === '' ? {} : { document }),
    paymentMethods: await tendersOf(run, parts, begun.first, false),
  };
  const paid = await shopper.call('POST', '/api/v2/payment', body, [201, 202], { 'idempotency-key': randomUUID() });
  const { orderId, instructions } = paymentSchema.parse(paid);
  if (orderId === begun.orderId) throw new WrongAnswer('the first charge is the order that began free time');
  const cash = body.paymentMethods.find(({ method }) => method === 'cash');
  const code = cash ? String(instructions?.['code']) : null;
  if (cash && code !== null) await stage.unit.take(code, Number(cash['amount']));
  await becomePaid(run, orderId, known);
  return { orderId, total: begun.first, code, first: 0 };
}

/** What begins free time: each way with its fields, in sums only where something beside the plan is paid. */
async function tendersNow(run: Run, parts: readonly Part[], total: number): Promise<Json[]> {
  const tenders = await tendersOf(run, parts, total, false);
  return tenders.map(({ method, fields, amount }) => ({ method, fields, ...(total > 0 ? { amount } : {}) }));
}

/** The parts of a price: points first where they are wanted, the rest in equal parts, the last takes what is left. */
async function tendersOf(run: Run, parts: readonly Part[], total: number, takesPoints: boolean): Promise<Json[]> {
  const inMoney = total - (takesPoints ? inPoints : 0);
  const each = Math.floor(inMoney / parts.length);
  const tenders = await Promise.all(
    parts.map(async ({ method }, index): Promise<Json> => ({
      method,
      amount: index === parts.length - 1 ? inMoney - each * (parts.length - 1) : each,
      ...(method === 'credit-card' ? { installments: countOf(run.row) } : {}),
      fields: await fieldsOf(run, method),
    })),
  );
  if (!takesPoints) return tenders;
  const points = { points: String((inPoints / 100) * pointsPerUnit), pointsPerUnit: String(pointsPerUnit) };
  return [{ method: 'loyalty-points', amount: inPoints, fields: points }, ...tenders];
}

function countOf({ installments }: Row): number {
  return Number(/^\d+/.exec(installments ?? '')?.[0] ?? 1);
}

/** What a form of the method would send. */
async function fieldsOf({ stage, course, row, person }: Run, method: string): Promise<Record<string, string>> {
  if (method === 'cash') return { means: 'cash' };
  if (method === 'm-pesa') return { phone: '841234567' };
  if (method === 'yape') return { phone: yapePhone, code: await stage.outside.yapeCode(yapePhone) };
  if (method !== 'credit-card') return {};
  const number = isFree(row) ? numberOfCard(person) : undefined;
  return sealCard(stage.outside.origin, course.operation, await stage.outside.now(), number);
}

async function becomePaid({ stage, shopper }: Run, orderId: string, known: ReadonlySet<string>): Promise<void> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const { state } = statusSchema.parse(await shopper.call('GET', `/api/v1/order/${orderId}/status`, null, [200]));
    if (state === 'paid') return;
    if (Date.now() > until) throw new WrongAnswer(`order ${orderId} stayed ${state}`);
    await stage.outside.payOpen(known);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Gives a third or all back, and waits until it is done. A part may need a person where a company cannot give back. */
async function refund({ stage, shopper }: Run, order: Bought, all: boolean): Promise<void> {
  const amount = all ? order.total : Math.floor(order.total / 3);
  const path = `/api/v1/orders/${order.orderId}/refunds`;
  const body = { refundId: randomUUID(), amount, reason: 'compatibility' };
  const headers = { authorization: `Bearer ${stage.operatorToken}` };
  const until = Date.now() + patienceMs;
  for (;;) {
    const { parts } = refundSchema.parse(await shopper.call('POST', path, body, [202], headers));
    const sum = parts.reduce((total, part) => total + part.amount, 0);
    if (sum !== amount) throw new WrongAnswer(`refund of ${amount} has parts of ${sum}`);
    if (parts.every(({ state }) => state !== 'wanted')) return;
    if (order.code !== null) await stage.unit.giveBack(order.code);
    if (Date.now() > until) throw new WrongAnswer(`refund ${body.refundId}: ${JSON.stringify(parts)}`);
    // Whatever is looked at now and then is looked at now.
    await stage.outside.advance(60);
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}
