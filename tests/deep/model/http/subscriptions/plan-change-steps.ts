import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { call, wordsOf } from '../buyer.ts';
import { payChangeInvoice, payInvoiceOfChange } from './plan-change-invoices.ts';
import {
  agreedOf,
  changesOf,
  type Changing,
  look,
  newBillingPeriods,
  otherPlan,
  prices,
  type PlanId,
} from './plan-changes.server.ts';
import { allow, Violation } from '../violation.ts';
import { fieldOf, hasButton, type Page, visit } from '../page.ts';
import { step, type Steps } from '../step.ts';
import { type SubscriptionStatus, subscriptionStatusOf, type Subscriber } from './subscriber.server.ts';
import { bankPays, change, declines, fails, giveCard, recovers, renewByHand } from './subscription.ts';

type ChangeSteps = Steps<Changing, Subscriber>;
const always = (): boolean => true;

const pageOf = ({ id, link }: Subscriber): string => `/payment/upgrade?${link}&enrollmentSubscriptionId=${id}`;

/** What a plan comes to, as its page says; null where it is not offered. */
async function preview(buyer: Subscriber, plan: PlanId): Promise<Readonly<Record<string, string>> | null> {
  const page = await visit(buyer.visitor, `${pageOf(buyer)}&plan=${plan}`);
  const [amount, price, on] = ['amount', 'price', 'on'].map((name) => fieldOf(page, name));
  if (page.status !== 200 || !hasButton(page, 'confirm') || !amount || !price || !on) return null;
  if (Number(price) !== prices[plan]) throw new Violation(`${plan} costs ${prices[plan]}, and the page says ${price}`);
  return { intent: 'confirm', plan, amount, price, on };
}

const wordOf = ({ status, to }: Page): string =>
  status === 303 ? (to.includes('/payment/inv_') ? 'bill' : 'planned') : String(status);

/** Looks at the other plan and agrees to it, pressing so many times at once; days may go on before the press, and a bill may be paid at once. */
const choose: ChangeSteps = step(
  'chooses',
  fc.record({
    times: fc.constantFrom(1, 1, 1, 2),
    daysBetween: fc.constantFrom(0, 0, 0, 0, 1, 13),
    paysAtOnce: fc.constantFrom(true, true, false),
  }),
  always,
  ({ times, daysBetween, paysAtOnce }) =>
    async (model, buyer) => {
      const before = await subscriptionStatusOf(buyer);
      const plan = otherPlan(before.plan);
      const shown = await preview(buyer, plan);
      const isCalm = isKnown(model) && !model.isTurning && daysBetween === 0;
      if (daysBetween > 0) await letDaysPass(model, buyer, daysBetween);
      if (!shown) {
        if (isCalm && before.state === 'active' && !before.cancels && !(await agreedOf(buyer)).isCharging)
          throw new Violation(`${plan} is not offered to who has ${before.plan}`);
        return;
      }
      const all = await Promise.all(Array.from({ length: times }, () => visit(buyer.visitor, pageOf(buyer), shown)));
      const may = new Set(['bill', 'planned', '422', ...(isKnown(model) ? [] : ['404', '410'])]);
      for (const one of all) allow('Changing a plan', wordOf(one), may);
      for (const { to } of all) if (to.includes('/payment/inv_')) buyer.bill = to;
      await look(model, buyer);
      const bills = new Set(all.flatMap(({ to }) => /inv_[\w-]+/.exec(to)?.[0] ?? []));
      if (isCalm) await checkChosenPlan(buyer, { plan, before, shown, said: all.map(wordOf), bills });
      if (paysAtOnce && model.hasInvoice) await payInvoiceOfChange(model, buyer, { by: 'good-card', times: 1 });
    },
);

interface Chosen {
  readonly plan: PlanId;
  readonly before: SubscriptionStatus;
  readonly shown: Readonly<Record<string, string>>;
  readonly said: readonly string[];
  /** Where the presses were led to. */
  readonly bills: ReadonlySet<string>;
}

async function checkChosenPlan(buyer: Subscriber, { plan, before, shown, said, bills }: Chosen): Promise<void> {
  const after = await agreedOf(buyer);
  // Nobody changes what a payment of this moment is for, and one that ended just now began another term.
  const isSettled = !after.isCharging && (await subscriptionStatusOf(buyer)).termTo === before.termTo;
  if (said.includes('422') && isSettled)
    throw new Violation(`${plan} is offered to who has ${before.plan}, and of ${said.length} presses one is refused`);
  if (bills.size > 1) throw new Violation(`One change was asked for at once, and led to ${bills.size} bills`);
  if (said.includes('planned') && after.next !== plan)
    throw new Violation(`${plan} was agreed to for the next term, which is ${after.next}`);
  if (said.includes('bill') && after.bill !== Number(shown['amount']))
    throw new Violation(`The bill is ${after.bill}, and ${shown['amount']} was agreed to`);
}

/** Whether the links of its letters are still good. */
function isKnown({ age }: Changing): boolean {
  return age < 25;
}

/** Whatever was planned for the next term is not. */
const keep: ChangeSteps = step(
  'keeps its plan',
  fc.constantFrom(1, 1, 2),
  ({ isPlanned }) => isPlanned,
  (times) => async (model, buyer) => {
    const page = await visit(buyer.visitor, pageOf(buyer));
    if (!hasButton(page, 'keep')) return;
    const press = (): Promise<Page> => visit(buyer.visitor, pageOf(buyer), { intent: 'keep' });
    const all = await Promise.all(Array.from({ length: times }, press));
    await look(model, buyer);
    const after = await agreedOf(buyer);
    if (all.some(({ to }) => to.includes('done=1')) && !model.isTurning && after.next !== after.plan)
      throw new Violation(`${after.plan} was kept, and the next term is ${after.next}`);
  },
);

/** Its buyer goes back on a change that was paid for, by their own page, pressing so many times at once. */
const coolOff: ChangeSteps = step(
  'goes back on it',
  fc.constantFrom(1, 1, 2),
  ({ isChanged }) => isChanged,
  (times) => async (model, buyer) => {
    const last = (await changesOf(buyer)).findLast(({ state }) => state === 'applied');
    if (!last) return;
    const led = await visit(buyer.visitor, `${buyer.own}?${buyer.link}`, { intent: 'withdraw', order: last.order });
    if (!led.to.includes('/withdraw/')) return;
    const page = await visit(buyer.visitor, led.to);
    if (!hasButton(page, 'withdraw')) return;
    const press = (): Promise<Page> => visit(buyer.visitor, led.to, { intent: 'withdraw' });
    const all = await Promise.all(Array.from({ length: times }, press));
    for (const { status } of all) allow('Going back on a change', String(status), new Set(['303']));
    const isCalm = !model.isTurning;
    model.isTurning = true;
    await look(model, buyer);
    const after = await changesOf(buyer);
    if (after.find(({ order }) => order === last.order)?.state !== 'reverted')
      throw new Violation('A change was gone back on, and stands');
    const { plan } = await agreedOf(buyer);
    const isSameTerm = last.termFrom === (await subscriptionStatusOf(buyer)).termFrom;
    if (isCalm && isSameTerm && plan !== last.from)
      throw new Violation(`The change from ${last.from} is undone, and the plan is ${plan}`);
  },
);

/** The school gives back what a change cost, or a part of it. */
const refund: ChangeSteps = step(
  'school gives it back',
  fc.constantFrom(1, 1, 0.4),
  ({ isChanged }) => isChanged,
  (part) => async (model, buyer) => {
    const last = (await changesOf(buyer)).findLast(({ state }) => state === 'applied');
    if (!last) return;
    model.isTurning = true;
    const amount = Math.max(1, Math.round(last.due * part));
    const body = { refundId: `refund-${randomUUID()}`, amount, reason: 'model' };
    const headers = { authorization: `Bearer ${buyer.testProduct.operator}` };
    const said = wordsOf(await call(buyer, 'POST', `/api/v1/orders/${last.order}/refunds`, body, headers));
    const may = new Set(['202 sent', '202 waiting', '409 refund-too-large', '409 order-not-paid']);
    allow('Giving a change back', said, may);
  },
);

/** What comes due meanwhile is charged: a term that is paid by itself is of the plan that stood for it. */
async function letDaysPass(model: Changing, buyer: Subscriber, days: number): Promise<void> {
  const { next } = await agreedOf(buyer);
  const before = await newBillingPeriods(buyer);
  model.age += days;
  await buyer.testProduct.advance(days * 86_400);
  await look(model, buyer);
  const [first] = (await newBillingPeriods(buyer)).filter(({ number }) => !before.some((one) => one.number === number));
  if (first && !model.isTurning && !model.byHand && first.plan !== next)
    throw new Violation(`The next term was to be ${next}, and ${first.plan} was charged`);
}

const daysGoBy: ChangeSteps = step(
  'days go by',
  fc.constantFrom(1, 1, 6, 13, 13, 40),
  always,
  (days) => async (model, buyer) => {
    await letDaysPass(model, buyer, days);
    // A day later nothing that was begun is under way any more, but for codes that may still be paid.
    if (buyer.codes.length === 0) model.isTurning = false;
  },
);

export const changeSteps: readonly ChangeSteps[] = [
  ...[
    choose,
    choose,
    choose,
    choose,
    choose,
    choose,
    payChangeInvoice,
    payChangeInvoice,
    keep,
    coolOff,
    coolOff,
    coolOff,
    refund,
  ],
  ...[daysGoBy, daysGoBy, daysGoBy, giveCard, giveCard, bankPays, bankPays, change, renewByHand],
  ...[declines, fails, recovers],
];
