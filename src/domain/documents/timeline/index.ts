export type * from './sale-facts.types.ts';
export type * from './service-facts.types.ts';
export {
  type SaleTimeline,
  type TimelineEvent,
  type TimelineEventKind,
  type TimelineLink,
  type TimelineRing,
  timelineRings,
} from './timeline.types.ts';
export { explain, explanationRules, plainRules, unexplained } from './explanation/explain.ts';
export type { Cause, Cure, Explanation, ExplanationValue, Tone } from './explanation/explanation.types.ts';
