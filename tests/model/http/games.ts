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
  quoteAgain,
  sameKey,
  sameRefund,
  schoolRefunds,
  status,
  timeGoesOn,
} from './commands.ts';
import { brokenPurchase } from './at-rest.server.ts';
import { brokenChanges, meetChanger, newChanging } from './changes.server.ts';
import { changeSteps } from './changes.ts';
import { type Game, game } from './game.ts';
import type { House } from './house.server.ts';
import { brokenLastUse, lastUseSteps, meet } from './last-use.ts';
import { brokenOffer, buyFirst, clickSteps } from './one-click.ts';
import { beginWithPoints, proveAgain } from './points.ts';
import { newPurchase, type Purchase } from './purchase.ts';
import { answerBank } from './questions.ts';
import { bankTakesBack } from './reversals.ts';
import { pointsSkies, skies, slowPointsSkies, slowSkies } from './skies.ts';
import { subscribe } from './subscriber.server.ts';
import { brokenSubscription, newWatched, subscriptionSteps } from './subscription.ts';
import { goBack, schoolPaysOut, tellAccount } from './withdrawals.ts';

const day = 86_400;

type Begun = { readonly model: Purchase; readonly real: Buyer & { close(): void } };

async function beginAlone(house: House): Promise<Begun> {
  const buyer = newBuyer(house);
  const real = { ...buyer, close: () => buyer.visitor.close() };
  const model = newPurchase();
  await begin(model, real);
  return { model, real };
}

function buying(
  steps: (isQuick: boolean) => readonly BuyerSteps[],
  length?: number,
  enter: (house: House) => Promise<Begun> = beginAlone,
): Game {
  return game<Purchase, Buyer & { close(): void }>({
    steps,
    begin: enter,
    // Whoever was not told of money that went back looks for it, each time after twice as long.
    rests: ({ reversed }) => (reversed ? 16 * day : 0),
    atRest: brokenPurchase,
    ...(length === undefined ? {} : { length }),
  });
}

const anyWeather = (isQuick: boolean): BuyerSteps => company(...skies, ...(isQuick ? [] : slowSkies));
const payAnyhow = payBy('good-card', 'good-card', 'bad-card', 'code', 'code', 'slip', 'two-cards', 'half-refused');

/** Everything that is played, by its name. */
export const games: Readonly<Record<string, Game>> = {
  purchase: buying((isQuick) => [
    ...[quoteAgain, payAnyhow, payAnyhow, payAnyhow, payAnyhow, sameKey, bankPays, bankPaysAnother, status],
    ...[schoolRefunds, sameRefund, anyWeather(isQuick), messengers, timeGoesOn(5, 61, 960, 3_600)],
  ]),
  question: buying((isQuick) => [
    ...[payBy('asked-card', 'asked-card', 'half-asked', 'good-card', 'code', 'bad-card')],
    ...[payBy('asked-card', 'half-asked'), answerBank, answerBank, answerBank, status, status, sameKey, bankPays],
    ...[anyWeather(isQuick), messengers, timeGoesOn(5, 61, 600, 960, 3_600), schoolRefunds, goBack],
  ]),
  regret: buying(
    (isQuick) => [
      ...[buyBy('good-card', 'two-cards', 'code', 'slip', 'slip'), buyBy('slip', 'code', 'good-card')],
      ...[bankPays, bankPays, bankPaysAnother, status, goBack, goBack, tellAccount, tellAccount, schoolPaysOut],
      ...[schoolPaysOut, schoolRefunds, anyWeather(isQuick), messengers, timeGoesOn(61, 960, 3 * day, 8 * day)],
    ],
    20,
  ),
  dispute: buying(
    (isQuick) => [
      ...[payBy('good-card', 'good-card', 'two-cards', 'asked-card'), payBy('good-card', 'two-cards')],
      ...[bankTakesBack, bankTakesBack, bankTakesBack, status, schoolRefunds, goBack, answerBank],
      ...[anyWeather(isQuick), messengers, timeGoesOn(61, 3_600, 2 * day)],
    ],
    20,
  ),
  points: buying(
    (isQuick) => [
      ...[payBy('points', 'points-card', 'points-card', 'points-refused', 'points-asked', 'good-card', 'code')],
      ...[payBy('points', 'points-card', 'points-code', 'points-slip'), quoteAgain, proveAgain, sameKey, answerBank],
      ...[bankPays, bankPays, status, schoolRefunds, schoolRefunds, sameRefund, goBack, messengers],
      ...[company(...skies, ...pointsSkies, ...pointsSkies, ...(isQuick ? [] : slowPointsSkies))],
      timeGoesOn(5, 61, 600, 960, 2 * day),
    ],
    20,
    beginWithPoints,
  ),
  subscription: game({
    steps: () => subscriptionSteps,
    begin: async (house) => ({ model: newWatched(), real: await subscribe(house) }),
    atRest: brokenSubscription,
  }),
  'change of plan': game({
    steps: () => changeSteps,
    begin: async (house) => ({ model: newChanging(), real: await meetChanger(house) }),
    atRest: async (model, real) => [...(await brokenSubscription(model, real)), ...(await brokenChanges(real))],
    length: 20,
  }),
  'last use': game({
    steps: () => lastUseSteps,
    begin: async (house) => ({ model: { tries: 0 }, real: await meet(house) }),
    atRest: brokenLastUse,
    length: 8,
  }),
  'one click': game({ steps: () => clickSteps, begin: buyFirst, atRest: brokenOffer, length: 8 }),
};
