import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { wordOf } from '#tests/deep/chaos/checks/canary-values.ts';
import { type Buyer, call, pay, quote, refund, sold, wordsOf } from './buyer.ts';
import { allow } from './violation.ts';
import { mayAnswerRefund, mayAnswerStatus, type Means, type Purchase } from './purchase.ts';
import { messages, type faultPlans } from './faults.ts';
import { type Act, nothing, step, type Steps } from './step.ts';

export type BuyerSteps = Steps<Purchase, Buyer>;
type Check = (purchase: Readonly<Purchase>) => boolean;

const hasQuote: Check = ({ quoteAge }) => quoteAge !== null;
export const hasOrder: Check = ({ order }) => order !== 'none';

/** A step of the buyer's that waits for nothing but its own condition. */
function buyerStep(name: string, may: Check, act: Act<Purchase, Buyer>): BuyerSteps {
  return step(name, nothing, may, () => act);
}

/** A buyer nobody has seen leaves their data and is shown the price: everything begins with it. `more`: by which link they came. */
export async function begin(purchase: Purchase, buyer: Buyer, more: object = {}): Promise<void> {
  const who = wordOf(buyer.number);
  const contact = { name: `Maria ${who} da Silva`, email: `${who}@exemplo.com.br`, phone: '+5511961234567' };
  const said = await call(buyer, 'POST', '/api/v1/lead', {
    ...{ ...contact, productCode: sold.productCode },
    ...more,
  });
  allow('A lead', String(said.status), new Set(['201']));
  buyer.leadId = String(said.json['id']);
  await quote(purchase, buyer);
}

export const requote = buyerStep('quote', () => true, quote);

export const payBy = (...instrument: readonly Means[]): BuyerSteps =>
  step(
    'pay',
    fc.tuple(fc.constantFrom(...instrument), fc.constantFrom(1, 1, 2, 5)),
    hasQuote,
    ([by, times]) =>
      (purchase, buyer) =>
        pay(purchase, buyer, by, times),
  );

/** Pays, and does what is left to do at the bank. */
export const buyBy = (...instrument: readonly Means[]): BuyerSteps =>
  step('buy', fc.constantFrom(...instrument), hasQuote, (by) => async (purchase, buyer) => {
    const [codes, lines] = [buyer.codes.length, buyer.lines.length];
    await pay(purchase, buyer, by, 1);
    const [code, line] = [buyer.codes[codes], buyer.lines[lines]];
    if (code === undefined && line === undefined) return;
    purchase.unsure = true;
    if (line === undefined) await buyer.testProduct.bank.payCode(code ?? '');
    else await buyer.testProduct.bank.paySlip(line);
  });

export const sameKey = buyerStep('same key again', hasOrder, async (_purchase, buyer) => {
  if (!buyer.last) return;
  const { key, body, answer } = buyer.last;
  const said = wordsOf(await call(buyer, 'POST', '/api/v2/payment', body, { 'idempotency-key': key }));
  allow('The same key', said, new Set([answer]));
});

export const bankPays: BuyerSteps = step(
  'bank pays',
  fc.tuple(fc.nat(5), fc.constantFrom(1, 1, 2), fc.boolean()),
  hasOrder,
  ([which, times, isSlip]) =>
    async (purchase, { testProduct, codes, lines }) => {
      const [line, code] = [lines[which % Math.max(1, lines.length)], codes[which % Math.max(1, codes.length)]];
      if (isSlip ? line === undefined : code === undefined) return;
      purchase.unsure = true;
      if (isSlip) await testProduct.bank.paySlip(line ?? '');
      else await testProduct.bank.payCode(code ?? '', times);
    },
);

export const bankPaysAnother: BuyerSteps = step(
  'bank pays another amount',
  fc.tuple(fc.nat(5), fc.constantFrom(0.5, 1.5)),
  hasOrder,
  ([which, part]) =>
    async (purchase, { testProduct, codes }) => {
      const code = codes[which % Math.max(1, codes.length)];
      if (code === undefined) return;
      Object.assign(purchase, { unsure: true, held: true });
      await testProduct.payMore(code, Math.round(purchase.total * part));
    },
);

export const status = buyerStep('status', hasOrder, async (purchase, buyer) => {
  if (buyer.orderId === '') return;
  const { status: code, json } = await call(buyer, 'GET', `/api/v1/order/${buyer.orderId}/status`);
  allow('The order', String(code), new Set(['200']));
  allow('Its state', String(json['state']), mayAnswerStatus(purchase));
  if (json['state'] === 'paid') purchase.order = 'paid';
});

export const schoolRefunds: BuyerSteps = step(
  'refund',
  fc.constantFrom(0.2, 0.6, 1, 1.1),
  hasOrder,
  (part) => async (purchase, buyer) => {
    if (buyer.orderId === '') return;
    const amount = Math.round(purchase.total * part);
    buyer.lastRefund = { body: { refundId: `refund-${randomUUID()}`, amount, reason: 'model' } };
    const said = await refund(buyer);
    allow(`Giving ${amount} back`, said, mayAnswerRefund(purchase, amount));
    if (said === '202')
      purchase.returned = purchase.unsure || purchase.returned === null ? null : purchase.returned + amount;
  },
);

export const sameRefund = buyerStep('same refund again', hasOrder, async (_purchase, buyer) => {
  if (buyer.lastRefund) await refund(buyer);
});

export const company = (...some: typeof faultPlans): BuyerSteps =>
  step(
    'company',
    fc.constantFrom(...some),
    () => true,
    (faultPlan) =>
      async (purchase, { testProduct }) => {
        purchase.isUnwell = true;
        await testProduct.faults(faultPlan);
      },
  );

export const messengers: BuyerSteps = step(
  'messages',
  fc.constantFrom(...messages),
  () => true,
  (faultPlan) =>
    (_purchase, { testProduct }) =>
      testProduct.faults(faultPlan),
);

/** `seconds`: one of these go by. */
export const timeGoesOn = (...seconds: readonly number[]): BuyerSteps =>
  step(
    'time goes on',
    fc.constantFrom(...seconds),
    () => true,
    (some) => (purchase, buyer) => letTimePass(purchase, buyer, some),
  );

export async function letTimePass(purchase: Purchase, { testProduct }: Buyer, seconds: number): Promise<void> {
  if (purchase.quoteAge !== null) purchase.quoteAge += seconds;
  if (purchase.provenAge !== null) purchase.provenAge += seconds;
  purchase.age += seconds;
  if (purchase.order === 'paid') purchase.paidAge += seconds;
  purchase.isAsked = false;
  // What is reserved is given up, what waits ends.
  if (purchase.held) purchase.unsure = true;
  await testProduct.advance(seconds);
}
