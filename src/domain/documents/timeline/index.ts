export type * from './sale-facts.types.ts';
export type * from './service-facts.types.ts';
export type { SaleTimeline, TimelineEvent, TimelineRing } from './timeline.types.ts';
export { explain, unexplained } from './explanation/explain.ts';
export type { Cure, Explanation, ExplanationValue } from './explanation/explanation.types.ts';
