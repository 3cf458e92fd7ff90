export { chooseFlow, chooseVoucher, freeWord, linkOfFlow, wantedMarket, withVoucher } from './choose-flow.ts';
export type { Flow, FlowStep, StepProps, TemplatePaths, UpsellProps } from './flow.types.ts';
export { cleanQuery, type LinkQuery, queryInFlow, withQuery } from './link-query.ts';
export { lintFlow } from './lint-flow.ts';
export {
  nextStep,
  pathOf,
  previousStep,
  stepAfterNo,
  stepAt,
  stepById,
  upsellStepAfter,
  partOfStep,
  waitingNumber,
} from './walk-flow.ts';
export { type FilmProps, presentationVariants, type PresentationVariant } from './screen-props.types.ts';
