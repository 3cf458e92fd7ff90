import { newBuyer, type Buyer } from './buyer.ts';
import {
  begin,
  buyBy,
  bankPays,
  bankPaysAnother,
  type BuyerSteps,
  company,
  messengers,
  payBy,
  requote,
  sameKey,
  sameRefund,
  schoolRefunds,
  status,
  timeGoesOn,
} from './commands.ts';
import { brokenPurchase } from './idle-checks.server.ts';
import { brokenChanges, newChangingSubscriber, newChanging } from './subscriptions/plan-changes.server.ts';
import { changeSteps } from './subscriptions/plan-change-steps.ts';
import { type Scenario, scenario } from './scenario.ts';
import type { ProductUnderTest } from './product.server.ts';
import { brokenLastUse, lastUseSteps, newVoucherBuyers } from './last-voucher-use.ts';
import { brokenOffer, buyFirst, clickSteps } from './one-click.ts';
import { beginWithPoints, proveAgain } from './points.ts';
import { newPurchase, type Purchase } from './purchase.ts';
import { answerBank } from './bank-challenges.ts';
import { disputeCharge } from './card-disputes.ts';
import { pointsFaultPlans, faultPlans, slowPointsFaultPlans, slowFaultPlans } from './faults.ts';
import { subscribe } from './subscriptions/subscriber.server.ts';
import { brokenSubscription, newWatched, subscriptionSteps } from './subscriptions/subscription.ts';
import { coolOff, schoolPaysOut, giveRefundAccount } from './cooling-off.ts';

const day = 86_400;

type Begun = { readonly model: Purchase; readonly real: Buyer & { close(): void } };

async function beginAlone(installation: ProductUnderTest): Promise<Begun> {
  const buyer = newBuyer(installation);
  const real = { ...buyer, close: () => buyer.visitor.close() };
  const model = newPurchase();
  await begin(model, real);
  return { model, real };
}

function buying(
  steps: (isQuick: boolean) => readonly BuyerSteps[],
  length?: number,
  enter: (installation: ProductUnderTest) => Promise<Begun> = beginAlone,
): Scenario {
  return scenario<Purchase, Buyer & { close(): void }>({
    steps,
    begin: enter,
    // Whoever was not told of money that went back looks for it, each time after twice as long.
    rests: ({ reversed }) => (reversed ? 16 * day : 0),
    atRest: brokenPurchase,
    ...(length === undefined ? {} : { length }),
  });
}

const anyFaults = (isQuick: boolean): BuyerSteps => company(...faultPlans, ...(isQuick ? [] : slowFaultPlans));
const payAnyhow = payBy('good-card', 'good-card', 'bad-card', 'code', 'code', 'slip', 'two-cards', 'half-refused');

/** Everything that is played, by its name. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  purchase: buying((isQuick) => [
    ...[requote, payAnyhow, payAnyhow, payAnyhow, payAnyhow, sameKey, bankPays, bankPaysAnother, status],
    ...[schoolRefunds, sameRefund, anyFaults(isQuick), messengers, timeGoesOn(5, 61, 960, 3_600)],
  ]),
  question: buying((isQuick) => [
    ...[payBy('asked-card', 'asked-card', 'half-asked', 'good-card', 'code', 'bad-card')],
    ...[payBy('asked-card', 'half-asked'), answerBank, answerBank, answerBank, status, status, sameKey, bankPays],
    ...[anyFaults(isQuick), messengers, timeGoesOn(5, 61, 600, 960, 3_600), schoolRefunds, coolOff],
  ]),
  regret: buying(
    (isQuick) => [
      ...[buyBy('good-card', 'two-cards', 'code', 'slip', 'slip'), buyBy('slip', 'code', 'good-card')],
      ...[
        bankPays,
        bankPays,
        bankPaysAnother,
        status,
        coolOff,
        coolOff,
        giveRefundAccount,
        giveRefundAccount,
        schoolPaysOut,
      ],
      ...[schoolPaysOut, schoolRefunds, anyFaults(isQuick), messengers, timeGoesOn(61, 960, 3 * day, 8 * day)],
    ],
    20,
  ),
  dispute: buying(
    (isQuick) => [
      ...[payBy('good-card', 'good-card', 'two-cards', 'asked-card'), payBy('good-card', 'two-cards')],
      ...[disputeCharge, disputeCharge, disputeCharge, status, schoolRefunds, coolOff, answerBank],
      ...[anyFaults(isQuick), messengers, timeGoesOn(61, 3_600, 2 * day)],
    ],
    20,
  ),
  points: buying(
    (isQuick) => [
      ...[payBy('points', 'points-card', 'points-card', 'points-refused', 'points-asked', 'good-card', 'code')],
      ...[payBy('points', 'points-card', 'points-code', 'points-slip'), requote, proveAgain, sameKey, answerBank],
      ...[bankPays, bankPays, status, schoolRefunds, schoolRefunds, sameRefund, coolOff, messengers],
      ...[company(...faultPlans, ...pointsFaultPlans, ...pointsFaultPlans, ...(isQuick ? [] : slowPointsFaultPlans))],
      timeGoesOn(5, 61, 600, 960, 2 * day),
    ],
    20,
    beginWithPoints,
  ),
  subscription: scenario({
    steps: () => subscriptionSteps,
    begin: async (installation) => ({ model: newWatched(), real: await subscribe(installation) }),
    atRest: brokenSubscription,
  }),
  'change of plan': scenario({
    steps: () => changeSteps,
    begin: async (installation) => ({ model: newChanging(), real: await newChangingSubscriber(installation) }),
    atRest: async (model, real) => [...(await brokenSubscription(model, real)), ...(await brokenChanges(real))],
    length: 20,
  }),
  'last use': scenario({
    steps: () => lastUseSteps,
    begin: async (installation) => ({ model: { tries: 0 }, real: await newVoucherBuyers(installation) }),
    atRest: brokenLastUse,
    length: 8,
  }),
  'one click': scenario({ steps: () => clickSteps, begin: buyFirst, atRest: brokenOffer, length: 8 }),
};
