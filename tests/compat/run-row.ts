import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Row } from './covering-rows.ts';
import { type Part, methodLevels } from './factors.ts';
import { bumpCode, courses, planCode, trialCourse } from './test-brands.ts';
import { answerSteps, saveCard } from './save-card.ts';
import { verifyPointsMember } from './verify-member.ts';
import { buyers, contactOf, isFree, type Run, type CompatEnvironment } from './row-context.ts';
import { type Json, Shopper, WrongAnswer } from './shop-client.ts';
import { tendersNow, tendersOf, unitMethods } from './tenders.ts';

const quoteSchema = z.object({ id: z.string(), total: z.number().int() });
const paymentSchema = z.object({ orderId: z.string() });
/** What a person says at a unit, once the unit's desk has been told of it. */
const awaitedSchema = z.object({
  attempt: z.object({ instructions: z.object({ code: z.string() }).nullish() }).nullable(),
});
const trialSchema = z.object({ trial: z.object({ amount: z.number().int() }).nullable() });
const upsellSchema = z.object({ purchase: z.object({ leadId: z.string() }).nullable() });
const refundSchema = z.object({ parts: z.array(z.object({ amount: z.number(), state: z.string() })) });
const statusSchema = z.object({ state: z.string() });

const patienceMs = 20_000;

interface Bought {
  readonly orderId: string;
  readonly total: number;
  /** What the buyer says at the unit, where money is handed over there. */
  readonly code: string | null;
  /** Minor units of the first charge after free time; 0 where there is none. */
  readonly first: number;
}

let people = 0;
let tried = 0;

/** Buys by one combination, from the lead to the refund. Throws a `WrongAnswer` where anything is not as it must be. */
export async function runRow(environment: CompatEnvironment, row: Row): Promise<readonly string[]> {
  const way = methodLevels[row['method'] ?? ''];
  if (!way) throw new Error(`No way to pay ${row['method']}`);
  const takesPoints = row['points'] === 'part';
  const proves = takesPoints || way.parts.some(({ method }) => method === 'loyalty-points');
  const course = proves && isFree(row) ? trialCourse(courses[way.market], tried++) : courses[way.market];
  people += 1;
  const about = {
    environment,
    shopper: new Shopper(environment.checkout),
    course,
    row,
    person: people,
    profileId: null,
  };
  const paysBy = (wanted: string): boolean => way.parts.some(({ method }) => method === wanted);
  const run: Run = paysBy('default-credit-card') ? { ...about, profileId: await saveCard(about) } : about;
  const contact = contactOf(run);
  const lead = await run.shopper.call(
    'POST',
    '/api/v1/lead',
    { ...contact, productCode: course.productCode, operation: course.operation, flowId: course.flowId },
    [201],
  );
  const query = `product=${course.productCode}&flowId=${course.flowId}`;
  if (proves) await verifyPointsMember(run.shopper, environment.sandbox, query);
  await answerSteps(run.shopper, course);
  const first = await buy(run, String(lead['id']), way.parts, {
    ...(row['order bump'] === 'yes' ? { orderBumps: [bumpCode] } : {}),
    ...(row['voucher'] === 'none' ? {} : { voucher: `compat-${row['voucher']}` }),
    planId: planCode(course, row['plan type'] ?? '', row['trial'] ?? '', row['installments'] ?? ''),
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
    const more: Run = { ...run, course: courses[way.market] };
    if (purchase) orders.push((await buy(more, purchase.leadId, way.parts, { takesPoints })).orderId);
  }
  if (row['refund'] !== 'none') await refund(run, charged, row['refund'] === 'all');
  return orders;
}

async function buy(
  run: Run,
  leadId: string,
  parts: readonly Part[],
  options: { readonly takesPoints: boolean; readonly [name: string]: unknown },
): Promise<Bought> {
  const { shopper, course, environment } = run;
  const { takesPoints, ...asked } = options;
  const priced = await shopper.call('POST', '/api/v1/quote', { leadId, ...asked }, [200]);
  const quote = quoteSchema.parse(priced);
  const { trial } = trialSchema.parse(priced);
  const known = new Set((await environment.sandbox.charges()).map(({ id }) => id));
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
  const { orderId } = paymentSchema.parse(paid);
  const code = quote.total > 0 ? await payAtUnit(run, body.paymentMethods, orderId) : null;
  await becomePaid(run, orderId, known);
  return { orderId, total: quote.total, code, first: trial?.amount ?? 0 };
}

/** Pays the first charge after free time before its day, by the same way and with the row's installments. */
async function payFirst(run: Run, begun: Bought, parts: readonly Part[]): Promise<Bought> {
  const { shopper, course, environment } = run;
  const known = new Set((await environment.sandbox.charges()).map(({ id }) => id));
  const { document } = buyers[course.operation];
  const body = {
    ...{ type: 'first-invoice-payment', orderId: begun.orderId, amount: begun.first },
    ...{ business: course.business, productCode: course.productCode },
    ...(document === '' ? {} : { document }),
    paymentMethods: await tendersOf(run, parts, begun.first, run.row['points'] === 'part'),
  };
  const paid = await shopper.call('POST', '/api/v2/payment', body, [201, 202], { 'idempotency-key': randomUUID() });
  const { orderId } = paymentSchema.parse(paid);
  if (orderId === begun.orderId) throw new WrongAnswer('the first charge is the order that began free time');
  const code = await payAtUnit(run, body.paymentMethods, orderId);
  await becomePaid(run, orderId, known);
  return { orderId, total: begun.first, code, first: 0 };
}

/** Hands over what is paid at the unit; the code by which the unit knows it, null where nothing is paid there. */
async function payAtUnit(
  { environment, shopper }: Run,
  tenders: readonly Json[],
  orderId: string,
): Promise<string | null> {
  const tender = tenders.find(({ method }) => unitMethods.has(String(method)));
  if (!tender) return null;
  const until = Date.now() + patienceMs;
  for (;;) {
    const status = await shopper.call('GET', `/api/v1/order/${orderId}/status?show=instructions`, null, [200]);
    const code = awaitedSchema.parse(status).attempt?.instructions?.code;
    if (code !== undefined) {
      await environment.unit.take(code, Number(tender['amount']), String(tender['method']));
      return code;
    }
    if (Date.now() > until) throw new WrongAnswer(`nothing to say at the unit: ${JSON.stringify(status)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function becomePaid({ environment, shopper }: Run, orderId: string, known: ReadonlySet<string>): Promise<void> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const { state } = statusSchema.parse(await shopper.call('GET', `/api/v1/order/${orderId}/status`, null, [200]));
    if (state === 'paid') return;
    if (Date.now() > until) throw new WrongAnswer(`order ${orderId} stayed ${state}`);
    await environment.sandbox.payOpen(known);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Gives a third or all back, and waits until it is done. A part may need a person where a company cannot give back. */
async function refund({ environment, shopper }: Run, order: Bought, all: boolean): Promise<void> {
  const amount = all ? order.total : Math.floor(order.total / 3);
  const path = `/api/v1/orders/${order.orderId}/refunds`;
  const body = { refundId: randomUUID(), amount, reason: 'compatibility' };
  const headers = { authorization: `Bearer ${environment.operatorToken}` };
  const until = Date.now() + patienceMs;
  for (;;) {
    const { parts } = refundSchema.parse(await shopper.call('POST', path, body, [202], headers));
    const sum = parts.reduce((total, part) => total + part.amount, 0);
    if (sum !== amount) throw new WrongAnswer(`refund of ${amount} has parts of ${sum}`);
    if (parts.every(({ state }) => state !== 'wanted')) return;
    if (order.code !== null) await environment.unit.giveBack(order.code);
    if (Date.now() > until) throw new WrongAnswer(`refund ${body.refundId}: ${JSON.stringify(parts)}`);
    // Whatever is looked at now and then is looked at now.
    await environment.sandbox.advance(60);
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}
