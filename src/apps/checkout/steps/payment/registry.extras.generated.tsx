// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { paymentExtra as paymentExtrasAddress } from './extras/address.tsx';
import { paymentExtra as paymentExtrasSplit } from './extras/split.tsx';
import { paymentExtra as paymentExtrasSummary } from './extras/summary.tsx';
import { paymentExtra as paymentExtrasTickets } from './extras/tickets.tsx';

export const paymentExtras = {
  address: paymentExtrasAddress,
  split: paymentExtrasSplit,
  summary: paymentExtrasSummary,
  tickets: paymentExtrasTickets,
};
