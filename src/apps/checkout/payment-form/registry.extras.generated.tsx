// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { paymentExtra as paymentExtrasAddress } from './extras/address.tsx';
import { paymentExtra as paymentExtrasCaptcha } from './extras/captcha.tsx';
import { paymentExtra as paymentExtrasSplit } from './extras/split.tsx';
import { paymentExtra as paymentExtrasSuggestions } from './extras/suggestions.tsx';
import { paymentExtra as paymentExtrasSummary } from './extras/summary.tsx';
import { paymentExtra as paymentExtrasTickets } from './extras/tickets.tsx';
import { paymentExtra as paymentExtrasTrial } from './extras/trial.tsx';
import { paymentExtra as paymentExtrasWatch } from './extras/watch.tsx';

export const paymentExtras = {
  address: paymentExtrasAddress,
  captcha: paymentExtrasCaptcha,
  split: paymentExtrasSplit,
  suggestions: paymentExtrasSuggestions,
  summary: paymentExtrasSummary,
  tickets: paymentExtrasTickets,
  trial: paymentExtrasTrial,
  watch: paymentExtrasWatch,
};
