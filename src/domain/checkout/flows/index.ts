export { chooseFlow, chooseVoucher, trialLinkKey, linkOfFlow, requestedMarket, withVoucher } from './choose-flow.ts';
export { cleanQuery, type LinkQuery, queryInFlow, withQuery } from './link-query.ts';
export { lintFlow } from './lint-flow.ts';
export {
  nextStep,
  pathOf,
  previousStep,
  stepAfterDecline,
  stepAt,
  stepById,
  upsellStepAfter,
  partOfStep,
  waitingStepNumber,
} from './walk-flow.ts';
