/**
 * What somebody who only watches knows of one purchase: not how the product works, but what was done and told. From that
 * follows which answers may come next.
 */
export interface Purchase {
  /** Seconds since the price was shown; null: none was. */
  quoteAge: number | null;
  order: 'none' | 'open' | 'paid';
  /** Money may have moved, or may move, of which the buyer was not told yet. */
  unsure: boolean;
  /** A part of the price is reserved. */
  held: boolean;
  /** Some company is unwell, or was: what was asked of it meanwhile is told in other words. */
  isUnwell: boolean;
  declines: number;
  /** Given back so far, minor units; null: not known, because an answer allowed either. */
  returned: number | null;
  total: number;
  /** Seconds since the buyer came, and since it is known to be paid: its contract is that old at most, and at least. */
  age: number;
  paidAge: number;
  /** What the bank asked last was not answered yet, and nothing else happened since. */
  isAsked: boolean;
  withdrawn: boolean;
  /** Where money is to be paid out to was told. */
  payoutGiven: boolean;
  /** Its bank, or somebody at the acquirer's screens, took money back. */
  reversed: boolean;
  /** The bank heard a yes in time, of a question that nothing else had overtaken. */
  mustBePaid: boolean;
  /** Seconds since a member of the points programme was proved; null: none is. */
  provenAge: number | null;
}

export const newPurchase = (): Purchase => ({
  ...{ quoteAge: null, order: 'none', unsure: false, held: false, isUnwell: false },
  ...{ declines: 0, returned: 0, total: 0, age: 0, paidAge: 0 },
  ...{ isAsked: false, withdrawn: false, payoutGiven: false, reversed: false, mustBePaid: false },
  provenAge: null,
});

export type Means =
  | 'good-card'
  | 'bad-card'
  | 'code'
  | 'slip'
  | 'two-cards'
  | 'half-refused'
  | 'asked-card'
  | 'half-asked'
  | 'points'
  | 'points-card'
  | 'points-refused'
  | 'points-asked'
  | 'points-code'
  | 'points-slip';

/** Its first part may stay reserved while the second one is not there. */
const halves: ReadonlySet<Means> = new Set<Means>([
  ...(['half-refused', 'half-asked'] as const),
  ...(['points-refused', 'points-asked', 'points-code', 'points-slip'] as const),
]);

/** A price is kept for half an hour. */
const quoteSeconds = 1_800;
/** A member is proved for a quarter of an hour. */
const provenSeconds = 900;

function isProven({ provenAge }: Purchase): boolean {
  return provenAge !== null && provenAge < provenSeconds - 60;
}

const calm: Readonly<Record<Means, readonly string[]>> = {
  'good-card': ['201 captured'],
  'bad-card': ['402 payment-declined'],
  code: ['202 awaiting-buyer'],
  slip: ['202 awaiting-buyer', '202 processing'],
  // Whoever hears of the first part begins the second: by a message that is quicker than the answer, not this call.
  'two-cards': ['201 captured', '202 created'],
  'half-refused': ['402 payment-declined', '202 created'],
  'asked-card': ['202 awaiting-buyer'],
  'half-asked': ['202 awaiting-buyer', '202 created'],
  points: ['201 captured'],
  'points-card': ['201 captured', '202 created'],
  'points-refused': ['402 payment-declined', '202 created'],
  'points-asked': ['202 awaiting-buyer', '202 created'],
  'points-code': ['202 awaiting-buyer', '202 created'],
  'points-slip': ['202 awaiting-buyer', '202 processing', '202 created'],
};

/** What may come of a company that is unwell: an end, or that nobody knows yet. */
const unwell: readonly string[] = [
  ...['201 captured', '201 authorized', '202 awaiting-buyer', '202 processing', '202 unknown', '202 created'],
  ...['402 payment-declined', '503 gateway-unreachable', '409 attempt-open'],
];

/** Which answers a try to pay may get, each as its status and its state or code. */
export function mayAnswerPay(purchase: Purchase, instrument: Means): ReadonlySet<string> {
  const { order, unsure, held, isUnwell, declines, quoteAge } = purchase;
  const guarded = declines > 0 ? ['429 too-many-tries', '403 captcha-needed', '503 method-paused'] : [];
  if (order === 'paid' && !unsure) return new Set(['409 order-paid', ...guarded]);
  const isOld = quoteAge !== null && quoteAge > quoteSeconds - 60;
  return new Set([
    ...calm[instrument],
    ...guarded,
    ...(instrument.startsWith('points') && !isProven(purchase) ? ['402 payment-declined', '202 created'] : []),
    ...(isUnwell || unsure ? unwell : []),
    ...(unsure || order === 'paid' ? ['409 order-paid'] : []),
    ...(isOld || unsure ? ['409 quote-changed', '404 quote-not-found'] : []),
    // A part is reserved: two amounts may not sum to the rest, and what was reserved may be the whole with this one.
    ...(held ? ['422 tenders-do-not-sum', '422 tender-too-small', '201 captured', '409 attempt-open'] : []),
  ]);
}

/** What was answered, as the watcher keeps it. */
export function learnPay(purchase: Purchase, instrument: Means, answer: string): void {
  if (answer === '409 order-paid') purchase.order = 'paid';
  else if (answer === '201 captured') Object.assign(purchase, { order: 'paid', held: false });
  else if (purchase.order === 'none' && /^(20|402|503 gateway)/.test(answer)) purchase.order = 'open';
  if (/ (unknown|created|processing|authorized)$/.test(answer) || answer === '409 attempt-open') purchase.unsure = true;
  if (purchase.isUnwell) purchase.unsure = true;
  if (answer.startsWith('402')) purchase.declines += 1;
  if (halves.has(instrument) && /^(402|202)/.test(answer)) purchase.held = true;
  if (/^(20|402|503 gateway)/.test(answer))
    purchase.isAsked = instrument === 'asked-card' && answer === '202 awaiting-buyer';
}

/** Which answers the school may get when it gives `amount` back. */
export function mayAnswerRefund(purchase: Purchase, amount: number): ReadonlySet<string> {
  const refused = ['409 refund-too-large', '409 order-not-paid'];
  const { order, unsure, returned, total } = purchase;
  if (unsure || returned === null) return new Set(['202', ...refused]);
  return order === 'paid' && amount <= total - returned ? new Set(['202']) : new Set(refused);
}

/** Which states of the order its page may tell. */
export function mayAnswerStatus(purchase: Purchase): ReadonlySet<string> {
  const { order, unsure, held, returned, total } = purchase;
  if (order !== 'paid')
    return new Set(['open', ...(held || unsure ? ['partly-paid', 'closed', 'paid', 'refunded'] : [])]);
  if (returned === null || unsure) return new Set(['paid', 'refunded', ...(unsure ? ['open', 'partly-paid'] : [])]);
  return new Set(returned >= total ? ['refunded', 'paid'] : ['paid']);
}
