import { randomUUID } from 'node:crypto';
import { cardNumber, documentOf } from '#tests/deep/chaos/checks/canary-values.ts';
import { Visitor } from '#tests/support/http/visitor.ts';
import type { ProductUnderTest } from './product.server.ts';
import { allow, Violation } from './violation.ts';
import { learnPay, mayAnswerPay, type Means, type Purchase } from './purchase.ts';

/** One buyer with a browser of their own, and what the browser remembers. */
export interface Buyer {
  readonly testProduct: ProductUnderTest;
  readonly visitor: Visitor;
  readonly number: number;
  /** The link that its pages know them by. */
  readonly link: string;
  leadId: string;
  quoteId: string;
  orderId: string;
  /** What the buyer was told to pay by. */
  readonly codes: string[];
  readonly lines: string[];
  /** Its tries that a company was asked for. */
  readonly attempts: string[];
  /** What banks asked, by their own names. */
  readonly questions: string[];
  /** The last try to pay, and what it was answered. */
  last: { readonly key: string; readonly body: object; readonly answer: string } | null;
  lastRefund: { readonly body: object } | null;
}

/** Its bank asks whether it is you. */
const askedCard = '4000000000001091';

export const sold = { productCode: 'wise-up-online', business: 'wiseup-online' } as const;

let buyers = 0;

/** A buyer nobody has seen, at an address of their own. */
export function newBuyer(testProduct: ProductUnderTest, link = 'product=wup'): Buyer {
  buyers += 1;
  const from = `127.0.${40 + (Math.floor(buyers / 250) % 200)}.${1 + (buyers % 250)}`;
  return {
    ...{ testProduct, visitor: new Visitor(testProduct.product.checkout, from), number: buyers, link },
    ...{
      leadId: '',
      quoteId: '',
      orderId: '',
      codes: [],
      lines: [],
      attempts: [],
      questions: [],
      last: null,
      lastRefund: null,
    },
  };
}

export interface Said {
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>>;
}

export async function call(
  buyer: Pick<Buyer, 'visitor'>,
  method: string,
  path: string,
  json?: object,
  headers = {},
): Promise<Said> {
  const answer = await buyer.visitor.ask(method, path, { ...(json === undefined ? {} : { json }), headers });
  return { status: answer.status, json: JSON.parse(answer.body.toString() || '{}') as Record<string, unknown> };
}

/** `201 captured`, `409 order-paid`: what the model speaks of. */
export function wordsOf({ status, json }: Said): string {
  const word = status < 400 ? json['state'] : json['code'];
  return typeof word === 'string' ? `${status} ${word}` : String(status);
}

/** So many points are one real. */
const pointsPerUnit = 32;

function points(amount: number): object {
  const fields = { points: String(Math.ceil((amount * pointsPerUnit) / 100)), pointsPerUnit: String(pointsPerUnit) };
  return { method: 'loyalty-points', amount, fields };
}

async function tendersOf(instrument: Means, { testProduct, number }: Buyer, total: number): Promise<readonly object[]> {
  const document = documentOf(number);
  const card = async (digits: string, amount?: number): Promise<object> => ({
    method: 'credit-card',
    fields: { ...(await testProduct.bank.cardFields(digits)), document },
    ...(amount === undefined ? {} : { amount }),
  });
  const good = cardNumber(number);
  switch (instrument) {
    case 'code':
      return [{ method: 'pix', fields: { document } }];
    case 'slip':
      return [{ method: 'bankslip', fields: { document } }];
    case 'good-card':
      return [await card(good)];
    case 'bad-card':
      return [await card(cardNumber(number, false))];
    case 'asked-card':
      return [await card(askedCard)];
    case 'half-asked':
      return [await card(good, 40_000), await card(askedCard)];
    case 'two-cards':
      return [await card(good, 40_000), await card(cardNumber(number + 500))];
    case 'half-refused':
      return [await card(good, 40_000), await card(cardNumber(number, false))];
    case 'points':
      return [points(total)];
    case 'points-card':
      return [points(40_000), await card(good)];
    case 'points-refused':
      return [points(40_000), await card(cardNumber(number, false))];
    case 'points-asked':
      return [points(40_000), await card(askedCard)];
    case 'points-code':
      return [points(40_000), { method: 'pix', fields: { document } }];
    case 'points-slip':
      return [points(40_000), { method: 'bankslip', fields: { document } }];
  }
}

export async function quote(purchase: Purchase, buyer: Buyer): Promise<void> {
  const said = await call(buyer, 'POST', '/api/v1/quote', { leadId: buyer.leadId });
  const isEarly = purchase.order === 'none' || (purchase.order === 'open' && !purchase.unsure && !purchase.held);
  allow('A quote', String(said.status), new Set(isEarly ? ['200'] : ['200', '409']));
  if (said.status !== 200) return;
  buyer.quoteId = String(said.json['id']);
  const total = Number(said.json['total']);
  if (purchase.total !== 0 && total !== purchase.total)
    throw new Violation(`The price was ${purchase.total}, is ${total}`);
  Object.assign(purchase, { total, quoteAge: 0 });
}

export async function pay(purchase: Purchase, buyer: Buyer, instrument: Means, times: number): Promise<void> {
  const key = randomUUID();
  const body = {
    ...{ sfLeadId: buyer.leadId, quoteId: buyer.quoteId, amount: purchase.total, ...sold },
    paymentMethods: await tendersOf(instrument, buyer, purchase.total),
  };
  const send = (): Promise<Said> => call(buyer, 'POST', '/api/v2/payment', body, { 'idempotency-key': key });
  const all = await Promise.all(Array.from({ length: times }, send));
  // While the first call with a key is running, the others are told so; its answer is theirs afterwards.
  const reported = [...new Set(all.map(wordsOf))];
  const words = reported.length > 1 ? reported.filter((one) => one !== '409 attempt-open') : reported;
  if (words.length > 1) throw new Violation(`One key was answered ${words.join(' and ')}`);
  const [answer = ''] = words;
  allow(`Paying by ${instrument}`, answer, mayAnswerPay(purchase, instrument));
  learnPay(purchase, instrument, answer);
  buyer.last = { key, body, answer };
  for (const { json } of all) {
    if (typeof json['orderId'] === 'string') buyer.orderId = json['orderId'];
    if (typeof json['attemptId'] === 'string') buyer.attempts.push(json['attemptId']);
    const shown = json['instructions'];
    if (typeof shown !== 'object' || shown === null) continue;
    if ('line' in shown) buyer.lines.push(String(shown.line));
    else if ('code' in shown) buyer.codes.push(String(shown.code));
  }
}

export async function refund(buyer: Buyer): Promise<string> {
  const headers = { authorization: `Bearer ${buyer.testProduct.operator}` };
  const said = await call(
    buyer,
    'POST',
    `/api/v1/orders/${buyer.orderId}/refunds`,
    buyer.lastRefund?.body ?? {},
    headers,
  );
  return said.status < 400 ? String(said.status) : wordsOf(said);
}
