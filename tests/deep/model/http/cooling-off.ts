import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { documentOf } from '#tests/deep/chaos/checks/canary-values.ts';
import { type Buyer, call, refund, wordsOf } from './buyer.ts';
import { hasOrder, type BuyerSteps } from './commands.ts';
import { allow, Violation } from './violation.ts';
import { hasButton, type Page, visit } from './page.ts';
import type { Purchase } from './purchase.ts';
import { nothing, step } from './step.ts';

const day = 86_400;
const pageOf = ({ orderId, link }: Buyer): string => `/withdraw/${orderId}?${link}`;
const isOffered = (page: Page): boolean => hasButton(page, 'withdraw');

/** Whether the page must offer it, must not, or either: the days count from the payment, by the calendar of the market. */
function mayBeOffered({ order, unsure, returned, total, age, paidAge, withdrawn, reversed }: Purchase): boolean | null {
  if (withdrawn || paidAge > 9 * day) return false;
  const isWhole = returned !== null && returned < total && !reversed && !unsure;
  return order === 'paid' && isWhole && age < 6 * day ? true : null;
}

async function isWritten({ testProduct, orderId }: Buyer): Promise<boolean> {
  const { rowCount } = await testProduct.pool.query('select 1 from cooling_off_requests where order_id = $1', [
    orderId,
  ]);
  return rowCount === 1;
}

/** The buyer goes back on it, pressing so many times at once; the school may give something back in the same moment. */
async function withdraw(purchase: Purchase, buyer: Buyer, times: number, beside: number): Promise<void> {
  const before = await visit(buyer.visitor, pageOf(buyer));
  allow('The page to go back on it', String(before.status), new Set(['200']));
  const may = mayBeOffered(purchase);
  if (may !== null && may !== isOffered(before))
    throw new Violation(`Going back on it is ${may ? 'not offered in time' : 'offered when its time is over'}`);
  const press = async (): Promise<void> => {
    const { status } = await visit(buyer.visitor, pageOf(buyer), { intent: 'withdraw' });
    allow('Going back on it', String(status), new Set(['303']));
  };
  const giveBack = async (): Promise<void> => {
    if (beside === 0) return;
    const amount = Math.round(purchase.total * beside);
    buyer.lastRefund = { body: { refundId: `refund-${randomUUID()}`, amount, reason: 'model' } };
    allow('Giving back beside it', await refund(buyer), new Set(['202', '409 refund-too-large', '409 order-not-paid']));
    purchase.returned = null;
  };
  await Promise.all([...Array.from({ length: times }, press), giveBack()]);
  const isDone = await isWritten(buyer);
  if (isOffered(before) && beside === 0 && !isDone) throw new Violation('It was offered, and not done');
  if (isDone && isOffered(await visit(buyer.visitor, pageOf(buyer))))
    throw new Violation('It was done, and is offered again');
  if (!isDone || purchase.withdrawn) return;
  purchase.withdrawn = true;
  purchase.returned = purchase.unsure ? null : purchase.total;
}

export const coolOff: BuyerSteps = step(
  'withdraw',
  fc.tuple(fc.constantFrom(1, 1, 2, 3), fc.constantFrom(0, 0, 0, 0.3, 1)),
  hasOrder,
  ([times, beside]) =>
    async (purchase, buyer) => {
      if (buyer.orderId !== '') await withdraw(purchase, buyer, times, beside);
    },
);

const wrongKeys = ['123', 'a@b', '00000000000'];

/** Where the money goes that no company gives back by itself: a key, an account, or what is neither. */
export const giveRefundAccount: BuyerSteps = step(
  'tells where to',
  fc.constantFrom('key', 'account', 'wrong'),
  ({ withdrawn }) => withdrawn,
  (kind) => async (purchase, buyer) => {
    const page = await visit(buyer.visitor, pageOf(buyer));
    const isWanted = page.text.includes('name="key"');
    const key = kind === 'key' ? documentOf(buyer.number) : kind === 'wrong' ? (wrongKeys[buyer.number % 3] ?? '') : '';
    const account = kind === 'account' ? { bank: '341', branch: '0123', account: '45678-9' } : {};
    const { status } = await visit(buyer.visitor, pageOf(buyer), { intent: 'details', key, ...account });
    allow(`Telling a ${kind}`, String(status), new Set([kind === 'wrong' ? '422' : '303']));
    if (isWanted && kind !== 'wrong') purchase.payoutGiven = true;
  },
);

interface Payout {
  readonly partId: string;
  readonly orderId: string;
  readonly amount: number;
  readonly to: object | null;
}

/** The school pays out what is on its list for this buyer, says so twice, and once more by another payment. */
export const schoolPaysOut: BuyerSteps = step(
  'school pays out',
  nothing,
  ({ withdrawn }) => withdrawn,
  () => async (purchase, buyer) => {
    const headers = { authorization: `Bearer ${buyer.testProduct.operator}` };
    const said = await call(buyer, 'GET', '/api/v1/payouts', undefined, headers);
    allow('The list of what is to be paid out', String(said.status), new Set(['200']));
    const own = (said.json['payouts'] as readonly Payout[]).filter(({ orderId }) => orderId === buyer.orderId);
    for (const { partId, to } of own) {
      if (to === null && purchase.payoutGiven) throw new Violation('The buyer said where to, and the list does not');
      if (to === null) continue;
      const reference = `E${randomUUID()}`;
      const tell = async (name: string): Promise<string> =>
        wordsOf(await call(buyer, 'POST', `/api/v1/payouts/${partId}`, { reference: name }, headers)).trim();
      const once = await Promise.all([tell(reference), tell(reference)]);
      // Within a day of the account nothing is paid to it.
      for (const one of once) allow('Paying out', one, new Set(['200', '409 payout-paused', '409 refund-disputed']));
      if (once.some((one) => one !== '200')) continue;
      allow('Paying out again', await tell(`E${randomUUID()}`), new Set(['409 not-by-hand']));
      // With the last one it is forgotten where it went.
      purchase.payoutGiven = false;
    }
  },
);
