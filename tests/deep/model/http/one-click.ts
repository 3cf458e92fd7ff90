import fc from 'fast-check';
import { cardNumber, documentOf, wordOf } from '#tests/deep/chaos/checks/canary-values.ts';
import { randomUUID } from 'node:crypto';
import { type Buyer, call, newBuyer, wordsOf } from './buyer.ts';
import type { ProductUnderTest } from './product.server.ts';
import { allow, Violation } from './violation.ts';
import { faultPlans } from './faults.ts';
import { step, type Steps } from './step.ts';

const career = { productCode: 'meusucesso', business: 'meusucesso' } as const;

/** What a watcher knows of an offer after a purchase. */
interface Offer {
  /** Whether its card was kept: only then one click may charge it. */
  readonly isKept: boolean;
  isUnwell: boolean;
  /** What a click was told for good. */
  reported: string;
}
type Clicker = Buyer & { close(): void };

/** Somebody has bought by card, in a flow that offers something afterwards. */
export async function buyFirst(testProduct: ProductUnderTest): Promise<{ model: Offer; real: Clicker }> {
  const buyer = newBuyer(testProduct);
  const who = wordOf(buyer.number);
  const isKept = buyer.number % 4 !== 0;
  const contact = { name: `Maria ${who} da Silva`, email: `${who}@exemplo.com.br`, phone: '+5511961234567' };
  const from = { productCode: career.productCode, flowId: 'upsell', seller: 'ana', source: 'model' };
  const lead = await call(buyer, 'POST', '/api/v1/lead', { ...contact, ...from });
  allow('A lead', String(lead.status), new Set(['201']));
  const fields = await testProduct.bank.cardFields(cardNumber(buyer.number));
  const document = documentOf(buyer.number);
  const card = { method: 'credit-card', fields: { ...fields, document, ...(isKept ? { keep: 'yes' } : {}) } };
  const body = { sfLeadId: String(lead.json['id']), amount: 114_000, ...career, paymentMethods: [card] };
  const paid = await call(buyer, 'POST', '/api/v2/payment', body, { 'idempotency-key': randomUUID() });
  allow('The purchase before', wordsOf(paid), new Set(['201 captured']));
  buyer.orderId = String(paid.json['orderId']);
  return { model: { isKept, isUnwell: false, reported: '' }, real: { ...buyer, close: () => buyer.visitor.close() } };
}

type ClickSteps = Steps<Offer, Clicker>;

/** What a click says of its charge, or why there is none. */
async function click(buyer: Clicker, more: object): Promise<string> {
  const said = await call(buyer, 'POST', `/api/v1/order/${buyer.orderId}/upsell`, more);
  const payment = said.json['payment'];
  if (typeof payment !== 'object' || payment === null || !('state' in payment)) return wordsOf(said);
  return `${said.status} ${String(payment.state)}`;
}

const kept = { decision: 'accepted', payWithKept: true };
const busy = ['409 upsell-under-way', '409 attempt-open', '409 idempotency-key-running', '409 order-paid'];
const ill = ['200 declined', '200 processing', '200 unknown', '200 failed', '503 gateway-unreachable', '200 created'];

const clicks: ClickSteps = step(
  'clicks',
  fc.tuple(fc.constantFrom(1, 2, 4), fc.constantFrom(1, 6)),
  () => true,
  ([times, installments]) =>
    async (model, buyer) => {
      const all = await Promise.all(Array.from({ length: times }, () => click(buyer, { ...kept, installments })));
      const may = model.isKept ? ['200 captured', ...busy, '422 key-reused'] : ['422 method-not-offered'];
      for (const said of all) {
        const isIll = model.isUnwell || model.reported !== '';
        allow('One click', said, new Set([...may, '402 payment-declined', ...(isIll ? ill : [])]));
        if (said === '402 payment-declined' && !isIll) throw new Violation('A good card was refused');
        if (said === '200 captured') model.reported = said;
      }
    },
);
const declines: ClickSteps = step(
  'turns it down',
  fc.boolean(),
  () => true,
  (beside) => async (model, buyer) => {
    const [said] = await Promise.all([
      click(buyer, { decision: 'declined' }),
      ...(beside ? [click(buyer, { ...kept, installments: 1 })] : []),
    ]);
    const isBought = model.reported === '200 captured';
    allow('No', said, new Set([...busy, '404 upsell-not-offered', ...(isBought ? [] : ['200'])]));
    model.isUnwell = true;
  },
);
const company: ClickSteps = step(
  'company',
  fc.constantFrom(...faultPlans.filter(({ target }) => target === 'acquirer')),
  () => true,
  (faultPlan) =>
    async (model, { testProduct }) => {
      model.isUnwell = true;
      await testProduct.faults(faultPlan);
    },
);
const time: ClickSteps = step(
  'time goes on',
  fc.constantFrom(5, 61, 960),
  () => true,
  (seconds) =>
    (_model, { testProduct }) =>
      testProduct.advance(seconds),
);

export const clickSteps = [clicks, clicks, clicks, declines, company, time] as const;

/** One offer is one order and one charge, at its price; whoever was told that it is paid has it. */
export async function brokenOffer({ reported }: Offer, { testProduct, orderId }: Clicker): Promise<readonly string[]> {
  const { rows } = await testProduct.pool.query<{ state: string; total: string; captured: string }>(
    `select o.state, o.total, (select count(*) from attempts a where a.order_id = o.id and a.state = 'captured') as captured
     from orders o where o.parent_order_id = $1`,
    [orderId],
  );
  const [only] = rows;
  if (rows.length > 1) return [`${orderId} has ${rows.length} orders for one offer`];
  if (reported === '200 captured' && only?.state !== 'paid')
    return [`${orderId}: one click was told paid, and its order is ${only?.state}`];
  return only && Number(only.captured) > 1 ? [`${orderId}: one click charged ${only.captured} times`] : [];
}
