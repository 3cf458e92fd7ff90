import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { cardNumber } from '#tests/deep/chaos/checks/canary-values.ts';
import { call, type Said, wordsOf } from '../buyer.ts';
import { allow, Violation } from '../violation.ts';
import { fieldOf, visit } from '../page.ts';
import { nothing, step, type Steps } from '../step.ts';
import { type SubscriptionStatus, subscriptionStatusOf, type Subscriber } from './subscriber.server.ts';

/** What somebody who only watches knows of a subscription. */
export interface Watched {
  /** A card that its bank takes was given, and the acquirer has been well since. */
  hasCard: boolean;
  isWell: boolean;
  /** Nothing is to be charged: how many terms were paid when that began; null: it goes on. */
  stoppedAt: number | null;
  /** Its buyer tried to pay, or may still: what is charged is not the product's own doing. */
  byHand: boolean;
  /** Days since its buyer came by the letters' links, which are good for thirty. */
  age: number;
}

export const newWatched = (): Watched => ({
  ...{ hasCard: false, isWell: true, stoppedAt: null, byHand: false, age: 0 },
});

type SubscriptionSteps = Steps<Watched, Subscriber>;
const always = (): boolean => true;

function judge(watched: Watched, { state, paid }: SubscriptionStatus): void {
  if (watched.stoppedAt !== null && paid > watched.stoppedAt && !watched.byHand)
    throw new Violation(`Paid ${paid - watched.stoppedAt} terms while it is ${state} and nothing is to be charged`);
}

export const giveCard: SubscriptionSteps = step(
  'gives a card',
  fc.tuple(fc.boolean(), fc.constantFrom(1, 1, 2)),
  always,
  ([isGood, times]) =>
    async (watched, buyer) => {
      const before = await subscriptionStatusOf(buyer);
      const path = `${buyer.own}/card/${buyer.id}?${buyer.link}`;
      const page = await visit(buyer.visitor, path);
      if (page.status !== 200) {
        if (isKnown(watched)) allow('The card’s page', before.state, new Set(['canceled']));
        return undefined;
      }
      const fields = await buyer.testProduct.bank.cardFields(cardNumber(buyer.number, isGood));
      const form = Object.fromEntries(Object.entries(fields).map(([name, value]) => [`card.${name}`, value]));
      const agreed = { 'card.document': buyer.document, 'card.renew': 'yes', 'card.keep': 'yes' };
      const send = () => visit(buyer.visitor, path, { ...form, ...agreed, key: fieldOf(page, 'key') ?? '' });
      const all = await Promise.all(Array.from({ length: times }, send));
      const isTaken = all.some(({ status }) => status === 303);
      if (!watched.isWell || times > 1) watched.hasCard = false;
      if (!watched.isWell || times > 1) return undefined;
      allow(`A ${isGood ? 'good' : 'bad'} card`, String(all[0]?.status), new Set([isGood ? '303' : '422']));
      if (!isTaken) return undefined;
      watched.hasCard = true;
      const isOwing = before.state === 'past-due' || before.state === 'suspended';
      const after = await subscriptionStatusOf(buyer);
      // Whoever owes is charged by it at once; only money of another try that is under way comes before.
      if (isOwing && !watched.byHand && after.state !== 'active')
        throw new Violation(`A good card was given, ${all[0]?.to}, and what is owed was not charged: ${after.state}`);
      return undefined;
    },
);

/** Whether the links of its letters are still good. */
function isKnown({ age }: Watched): boolean {
  return age < 25;
}

const renewAnswers = new Set([
  ...['201 captured', '202 awaiting-buyer', '202 processing', '202 unknown', '402 payment-declined'],
  ...['409 renewal-changed', '409 renewal-under-way', '409 renewal-not-owed', '409 attempt-open', '409 order-paid'],
  ...['503 gateway-unreachable', '429 too-many-tries', '403 captcha-needed', '422 method-not-offered'],
]);

const renewAnswersLate = new Set([...renewAnswers, '404 not-found']);

function noteCodes({ codes }: Subscriber, all: readonly Said[]): void {
  for (const { json } of all) {
    const shown = json['instructions'];
    if (typeof shown === 'object' && shown !== null && 'code' in shown) codes.push(String(shown.code));
  }
}

/** By hand, with one key or with several, at the same moment as the clock goes on to the day on which it is due. */
export const renewByHand: SubscriptionSteps = step(
  'renews by hand',
  fc.record({
    times: fc.constantFrom(1, 1, 3),
    isOneKey: fc.boolean(),
    byCard: fc.boolean(),
    days: fc.constantFrom(0, 0, 6),
  }),
  always,
  ({ times, isOneKey, byCard, days }) =>
    async (watched, buyer) => {
      watched.byHand = true;
      const key = randomUUID();
      const way = byCard ? { method: 'credit-card' } : { method: 'pix', fields: { document: buyer.document } };
      const body = { business: buyer.business, amount: buyer.price, type: 'renew', paymentMethods: [way] };
      const send = (): Promise<Said> =>
        call(buyer, 'POST', `/api/v2/subscription/${buyer.id}/renew`, body, {
          'idempotency-key': isOneKey ? key : randomUUID(),
        });
      watched.age += days;
      const going = days === 0 ? Promise.resolve() : buyer.testProduct.advance(days * 86_400);
      const all = await Promise.all(Array.from({ length: times }, send));
      await going;
      for (const said of all)
        if (wordsOf(said) !== '422 fields-invalid' || !byCard)
          allow('Renewing', wordsOf(said), isKnown(watched) ? renewAnswers : renewAnswersLate);
      if (all.filter(({ status }) => status === 201).length > 1 && !isOneKey)
        throw new Violation('Two calls with keys of their own were told that they paid one term');
      noteCodes(buyer, all);
    },
);

export const bankPays: SubscriptionSteps = step('bank pays', fc.nat(3), always, (which) => async (watched, buyer) => {
  const code = buyer.codes[which % Math.max(1, buyer.codes.length)];
  if (code === undefined) return;
  watched.byHand = true;
  await buyer.testProduct.bank.payCode(code);
});

export const change: SubscriptionSteps = step(
  'is told',
  fc.tuple(fc.constantFrom('pause', 'pause', 'resume', 'cancel'), fc.constantFrom(1, 1, 2)),
  always,
  ([intent, times]) =>
    async (watched, buyer) => {
      const before = await subscriptionStatusOf(buyer);
      const send = () => visit(buyer.visitor, `${buyer.own}?${buyer.link}`, { intent, subscription: buyer.id });
      const all = await Promise.all(Array.from({ length: times }, send));
      const taken = all.filter(({ to }) => to.includes('done=')).length;
      const after = await subscriptionStatusOf(buyer);
      if (taken > 1 && intent !== 'cancel') throw new Violation(`${intent} was done ${taken} times`);
      const may =
        intent === 'pause'
          ? before.state === 'active'
          : intent === 'cancel'
            ? before.state !== 'canceled'
            : before.state === 'paused' || (before.cancels && before.state !== 'canceled');
      if (taken > 0 && !may) throw new Violation(`${intent} was done to one that is ${before.state}`);
      if (taken === 0) return;
      watched.stoppedAt = intent === 'resume' ? null : after.paid;
      if (intent === 'resume' && after.state !== 'active' && before.state === 'paused')
        throw new Violation(`Resumed, it is ${after.state}`);
    },
);

const daysGoOn: SubscriptionSteps = step(
  'days go on',
  fc.tuple(fc.constantFrom(1, 6, 13, 13, 40), fc.constantFrom(1, 1, 2)),
  always,
  ([days, sweeps]) =>
    async (watched, buyer) => {
      watched.age += days;
      // Two at once: what came due is swept by both.
      await Promise.all(Array.from({ length: sweeps }, () => buyer.testProduct.advance((days * 86_400) / sweeps)));
      judge(watched, await subscriptionStatusOf(buyer));
    },
);

export const declines: SubscriptionSteps = step(
  'acquirer declines',
  fc.constantFrom('51', '05'),
  always,
  (code) =>
    async (watched, { testProduct }) => {
      Object.assign(watched, { isWell: false });
      await testProduct.faults({ target: 'acquirer', mode: 'decline', code });
    },
);
export const fails: SubscriptionSteps = step(
  'acquirer fails',
  fc.constantFrom('500-after', 'reset', 'maintenance', 'late-truth', 'processing'),
  always,
  (mode) =>
    async (watched, { testProduct }) => {
      Object.assign(watched, { isWell: false });
      await testProduct.faults({
        target: 'acquirer',
        mode,
        times: 2,
        ...(/truth|processing/.test(mode) ? { ms: 300 } : {}),
      });
    },
);
export const recovers: SubscriptionSteps = step(
  'acquirer is well',
  nothing,
  always,
  () =>
    async (watched, { testProduct }) => {
      await testProduct.faults();
      Object.assign(watched, { isWell: true, hasCard: false });
    },
);

export const subscriptionSteps: readonly SubscriptionSteps[] = [
  ...[giveCard, giveCard, giveCard, renewByHand, bankPays, change, change, daysGoOn, daysGoOn, daysGoOn],
  ...[declines, fails, recovers],
];

/** The day on which the product is, as its market counts. */
async function today({ testProduct }: Subscriber): Promise<string> {
  const { now } = (await (await fetch(`${testProduct.product.sandbox}/sandbox/clock.json`)).json()) as { now: string };
  return new Date(Date.parse(now) - 3 * 3_600_000 - 86_400_000).toISOString().slice(0, 10);
}

/** What was promised to one subscriber: nothing is charged that was stopped, and what goes on by a good card is paid for. */
export async function brokenSubscription(watched: Watched, buyer: Subscriber): Promise<readonly string[]> {
  const at = await subscriptionStatusOf(buyer);
  const { stoppedAt, byHand, hasCard, isWell } = watched;
  const charged = stoppedAt !== null && at.paid > stoppedAt && !byHand ? [`${buyer.id} was stopped, and charged`] : [];
  const goesOn = at.state === 'active' && !at.cancels && hasCard && isWell && !byHand;
  const unpaid =
    goesOn && at.termTo < (await today(buyer)) ? [`${buyer.id} is active, has a good card and nothing is paid`] : [];
  return [...charged, ...unpaid];
}
