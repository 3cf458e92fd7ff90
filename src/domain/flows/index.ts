export { chooseFlow, chooseVoucher, wantedMarket } from './choose-flow.ts';
export type { Flow, FlowStep, StepProps, TemplatePaths } from './flow.types.ts';
export { cleanQuery, type LinkQuery, queryInFlow, withQuery } from './link-query.ts';
export { lintFlow } from './lint-flow.ts';
export { nextStep, pathOf, previousStep, stepAt } from './walk-flow.ts';
