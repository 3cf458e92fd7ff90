import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { numberOfCard, encryptCard } from './card-tokens.ts';
import { type Course, otherCourse, planCode, unitId } from './test-brands.ts';
import { buyers, contactOf, type Run } from './row-context.ts';
import { type Shopper, WrongAnswer } from './shop-client.ts';

const idSchema = z.object({ id: z.string() });
const quoteSchema = z.object({ id: z.string(), total: z.number().int() });
const paidSchema = z.object({ state: z.string(), paymentProfileIds: z.array(z.string()) });

/** Answers what the market's flow asks between the lead and the payment: the payment is refused without it. */
export async function answerSteps(shopper: Shopper, { operation, productCode, flowId }: Course): Promise<void> {
  if (operation === 'BR')
    await shopper.submit(`/select-school?product=${productCode}&flowId=${flowId}`, { unit: unitId });
}

/** Buys another course of the same school in the same browser, whose card its holder lets the shop keep; the card's name. */
export async function saveCard(run: Run): Promise<string> {
  const { shopper, environment, person } = run;
  const course = otherCourse(run.course);
  const { productCode, business, operation, flowId } = course;
  const { document } = buyers[operation];
  const asked = { ...contactOf(run), productCode, operation, flowId };
  const { id: leadId } = idSchema.parse(await shopper.call('POST', '/api/v1/lead', asked, [201]));
  await answerSteps(shopper, course);
  const planId = planCode({ ...course }, 'yearly', 'none', 'once');
  const quote = quoteSchema.parse(await shopper.call('POST', '/api/v1/quote', { leadId, planId }, [200]));
  const fields = await encryptCard(
    environment.sandbox.origin,
    operation,
    await environment.sandbox.now(),
    numberOfCard(person),
  );
  const body = {
    ...{ sfLeadId: leadId, quoteId: quote.id, amount: quote.total, business, productCode },
    ...(document === '' ? {} : { document }),
    paymentMethods: [{ method: 'credit-card', amount: quote.total, fields: { ...fields, keep: 'yes' } }],
  };
  const headers = { 'idempotency-key': randomUUID() };
  const paid = paidSchema.parse(await shopper.call('POST', '/api/v2/payment', body, [201, 202], headers));
  const [kept] = paid.paymentProfileIds;
  if (kept === undefined) throw new WrongAnswer(`the card was not kept: ${JSON.stringify(paid)}`);
  return kept;
}
