import { type FlowStep, type StudentAnswerName, studentAnswers } from '../../catalog/brand-data/index.ts';
import type { Lead } from '../leads/index.ts';
import type { ChosenLocation } from '../test-locations/index.ts';

/** The facts of a purchase from which a rule decides. */
export interface StepFacts {
  readonly lead: Pick<Lead, 'phoneVerifiedAt' | StudentAnswerName> | null;
  readonly locations: readonly ChosenLocation[];
  /** The brand's choices; an empty list asks nothing. */
  readonly unitIds: readonly string[];
  readonly testLocationIds: readonly string[];
}

/** When a step of a flow must be answered before the payment. */
export interface StepRule {
  /** By the flow's and the brand's data alone. */
  isApplicable(step: FlowStep, facts: Pick<StepFacts, 'unitIds' | 'testLocationIds'>): boolean;
  isComplete(step: FlowStep, facts: StepFacts): boolean;
}

/**
 * By template. A template without a rule has a default answer (videos, presentations, no additions, the plan of the link, no
 * points), so it can be passed.
 */
export const stepRules: Readonly<Record<string, StepRule>> = {
  lead: {
    isApplicable: () => true,
    isComplete: ({ props }, { lead }) =>
      lead !== null && studentAnswers.every(({ name }) => !props.student?.[name] || lead[name] !== null),
  },
  'phone-verification': {
    isApplicable: ({ props }) => props.phone?.isOptional !== true,
    isComplete: (_step, { lead }) => lead !== null && lead.phoneVerifiedAt !== null,
  },
  'select-school': {
    isApplicable: (_step, { unitIds }) => unitIds.length > 0,
    isComplete: (_step, { locations, unitIds }) =>
      locations.some(({ kind, id }) => kind === 'unit' && unitIds.includes(id)),
  },
  'select-test-location': {
    isApplicable: (_step, { testLocationIds }) => testLocationIds.length > 0,
    isComplete: (_step, { locations, testLocationIds }) =>
      locations.some(({ kind, id }) => kind === 'test-place' && testLocationIds.includes(id)),
  },
};
