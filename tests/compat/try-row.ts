import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { sealCard } from './card-tokens.ts';
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
}

/** What a row is about, as its run goes on. */
interface Run {
  readonly stage: Stage;
  readonly shopper: Shopper;
  readonly course: Course;
  readonly row: Row;
}

/** Buys by one combination, from the lead to the refund. Throws a `WrongAnswer` where anything is not as it must be. */
export async function tryRow(stage: Stage, row: Row): Promise<readonly string[]> {
  const way = ways[row['method'] ?? ''];
  if (!way) throw new Error(`No way to pay ${row['method']}`);
  const course = courses[way.market];
  const run: Run = { stage, shopper: new Shopper(stage.checkout), course, row };
  const takesPoints = row['points'] === 'part';
  const { document: _, ...contact } = buyers[way.market];
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
  const orders = [first.orderId];
  if (row['upsell'] !== 'none') {
    const decision = row['upsell'] ?? '';
    const answered = await run.shopper.call('POST', `/api/v1/order/${first.orderId}/upsell`, { decision }, [200]);
    const { purchase } = upsellSchema.parse(answered);
    if ((purchase !== null) !== (decision === 'accepted')) throw new WrongAnswer(`upsell: ${JSON.stringify(answered)}`);
    if (purchase) orders.push((await buy(run, purchase.leadId, way.parts, { takesPoints: false })).orderId);
  }
  if (row['refund'] !== 'none') await refund(run, first, row['refund'] === 'all');
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
  const quote = quoteSchema.parse(await shopper.call('POST', '/api/v1/quote', { leadId, ...asked }, [200]));
  const known = new Set((await stage.outside.charges()).map(({ id }) => id));
  const body = {
    ...{ sfLeadId: leadId, quoteId: quote.id, amount: quote.total },
    ...{ business: course.business, productCode: course.productCode },
    ...(buyers[course.operation].document === '' ? {} : { document: buyers[course.operation].document }),
    paymentMethods: await tendersOf(run, parts, quote.total, takesPoints),
  };
  const headers = { 'idempotency-key': randomUUID() };
  const paid = await shopper.call('POST', '/api/v2/payment', body, [201, 202], headers);
  const { orderId, instructions } = paymentSchema.parse(paid);
  const cash = body.paymentMethods.find(({ method }) => method === 'cash');
  const code = cash ? String(instructions?.['code']) : null;
  if (cash && code !== null) await stage.unit.take(code, Number(cash['amount']));
  await becomePaid(run, orderId, known);
  return { orderId, total: quote.total, code };
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
async function fieldsOf({ stage, course }: Run, method: string): Promise<Record<string, string>> {
  if (method === 'cash') return { means: 'cash' };
  if (method === 'm-pesa') return { phone: '841234567' };
  if (method === 'yape') return { phone: yapePhone, code: await stage.outside.yapeCode(yapePhone) };
  if (method !== 'credit-card') return {};
  return sealCard(stage.outside.origin, course.operation, await stage.outside.now());
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
