export { chooseFlow, chooseVoucher, wantedMarket } from './choose-flow.ts';
export type { Flow, FlowStep, StepProps, TemplatePaths } from './flow.types.ts';
export { cleanQuery, type LinkQuery, queryInFlow, withQuery } from './link-query.ts';
export { type FlowProblem, type FlowProblemCode, lintFlow } from './lint-flow.ts';
export { nextStep, pathOf, previousStep, stepAt, stepById } from './walk-flow.ts';
