import fc from 'fast-check';
import { cardNumber } from '#tests/deep/chaos/checks/canary-values.ts';
import { agreedOf, changesOf, type Changing, codesOfInvoices, look } from './plan-changes.server.ts';
import { allow, Violation } from '../violation.ts';
import { fieldOf, type Page, visit } from '../page.ts';
import { step, type Steps } from '../step.ts';
import type { Subscriber } from './subscriber.server.ts';

export type Way = 'good-card' | 'bad-card' | 'code';

/** Pays the bill of a change, pressing so many times at once; the day may end, or its buyer may leave for good, in the same moment. */
export async function payInvoiceOfChange(
  model: Changing,
  buyer: Subscriber,
  how: { readonly by: Way; readonly times: number; readonly beside?: 'day' | 'cancel' | null },
): Promise<void> {
  const { by, times, beside = null } = how;
  const path = `${buyer.bill.split('?')[0] ?? ''}?${buyer.link}`;
  const page = await visit(buyer.visitor, path);
  const [quoteId, key] = [fieldOf(page, 'quoteId'), fieldOf(page, 'key')];
  if (quoteId === null || key === null) return;
  const open = (await changesOf(buyer)).find(({ state }) => state === 'open');
  const form = by === 'code' ? codeForm(buyer) : await cardForm(buyer, by === 'good-card');
  const send = (): Promise<Page> => visit(buyer.visitor, path, { quoteId, key, terms: 'yes', ...form });
  const isCalm = model.isWell && !model.isTurning && times === 1 && beside === null;
  if (by === 'code' || !isCalm) model.isTurning = true;
  const paying = Array.from({ length: times }, send);
  if (beside === 'day') await continueChange(model, buyer);
  if (beside === 'cancel') await leave(model, buyer);
  const all = await Promise.all(paying);
  for (const { status } of all) allow('Paying a bill', String(status), new Set(['303', '422', '429', '403', '200']));
  buyer.codes.push(...(await codesOfInvoices(buyer)).filter((code) => !buyer.codes.includes(code)));
  await look(model, buyer);
  if (!isCalm || by !== 'good-card' || !open) return;
  // What was paid is told by another page than the bill's own, which leads there.
  const { to } = await visit(buyer.visitor, path);
  if (!to.startsWith('/success-invoice')) throw new Violation(`A bill was paid by a good card, and leads to ${to}`);
  const { plan } = await agreedOf(buyer);
  if (plan !== open.to) throw new Violation(`${open.to} was paid for, and the plan is ${plan}`);
}

async function continueChange(model: Changing, { testProduct }: Subscriber): Promise<void> {
  model.age += 1;
  await testProduct.advance(86_400);
}

async function leave(model: Changing, buyer: Subscriber): Promise<void> {
  // Whether it was told before the money came is known to nobody out here.
  model.byHand = true;
  await visit(buyer.visitor, `${buyer.own}?${buyer.link}`, { intent: 'cancel', subscription: buyer.id });
}

export const payChangeInvoice: Steps<Changing, Subscriber> = step(
  'pays the bill',
  fc.record({
    by: fc.constantFrom<Way>('good-card', 'good-card', 'good-card', 'bad-card', 'code'),
    times: fc.constantFrom(1, 1, 2),
    beside: fc.constantFrom(null, null, null, null, 'day' as const, 'cancel' as const),
  }),
  ({ hasInvoice }) => hasInvoice,
  (how) => (model, buyer) => payInvoiceOfChange(model, buyer, how),
);

function codeForm({ document }: Subscriber): Record<string, string> {
  return { method: 'pix', 'pix.document': document };
}

async function cardForm(
  { testProduct, number, document }: Subscriber,
  isGood: boolean,
): Promise<Record<string, string>> {
  const fields = await testProduct.bank.cardFields(cardNumber(number, isGood));
  const typed = Object.fromEntries(Object.entries(fields).map(([name, value]) => [`card.${name}`, value]));
  return { method: 'credit-card', installments: '1', 'card.document': document, ...typed };
}
