import { type FlowStep, type StudentAnswerName, studentAnswers } from '../../catalog/brand-data/index.ts';
import type { Lead } from '../leads/index.ts';
import type { ChosenLocation } from '../test-locations/index.ts';

/** What a purchase holds when a step asks whether it is still to be answered. */
export interface StepFacts {
  readonly lead: Pick<Lead, 'phoneVerifiedAt' | StudentAnswerName> | null;
  readonly locations: readonly ChosenLocation[];
  /** What the brand has to choose from; an empty list asks nothing. */
  readonly unitIds: readonly string[];
  readonly testLocationIds: readonly string[];
}

/** When a step of a flow must be answered before money is asked for. */
export interface StepRule {
  /** By the flow's and the brand's data alone. */
  isApplicable(step: FlowStep, facts: Pick<StepFacts, 'unitIds' | 'testLocationIds'>): boolean;
  isComplete(step: FlowStep, facts: StepFacts): boolean;
}

/**
 * By template. A template without a rule has an answer of its own for whoever gives none (films, presentations, additions
 * that nobody took, the plan of the link, no points), so it can be passed.
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
