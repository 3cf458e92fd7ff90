import type { Db } from '../../base-context.server.ts';
import type { CheckoutContext } from '../context.server.ts';
import { nextStep } from '../flows/index.ts';
import type { Flow, FlowStep } from '../../catalog/brand-data/index.ts';
import { sessionBehindInvoice } from '../sessions/index.server.ts';
import { findLead, type Lead } from '../leads/index.server.ts';
import type { ChosenLocation } from '../test-locations/index.ts';
import {
  openTestLocations,
  locationOfKind,
  locationsOfOrder,
  locationsOfSession,
} from '../test-locations/index.server.ts';
import type { CheckoutSession } from '../sessions/index.ts';
import { type StepFacts, stepRules } from './step-rules.ts';

/** The template of a flow's payment step. */
const paymentTemplate = 'payment';

/** The steps that a buyer passes before a flow's payment, in order; none in a flow that has no payment step. */
function stepsBeforePayment(flow: Flow): readonly FlowStep[] {
  const ahead: FlowStep[] = [];
  let step: FlowStep | null = flow.steps[0];
  for (let seen = 0; step && seen < flow.steps.length; seen += 1) {
    if (step.template === paymentTemplate) return ahead;
    ahead.push(step);
    step = nextStep(flow, step);
  }
  return [];
}

type Offered = Pick<StepFacts, 'unitIds' | 'testLocationIds'>;

function offeredBy(ctx: CheckoutContext, { brand, variant }: CheckoutSession): Offered {
  return {
    unitIds: ctx.catalog.units(brand, variant).map(({ id }) => id),
    testLocationIds: ctx.catalog.testLocations(brand, variant).map(({ id }) => id),
  };
}

/** The steps before the payment that have to be answered, complete or not. An upsell has none. */
function requiredSteps(ctx: CheckoutContext, session: CheckoutSession): readonly FlowStep[] {
  const flow = session.upsell ? null : ctx.catalog.flow(session.brand, session.variant, session.flowId);
  if (!flow) return [];
  const offered = offeredBy(ctx, session);
  return stepsBeforePayment(flow).filter((step) => stepRules[step.template]?.isApplicable(step, offered));
}

/**
 * The first step of the session's flow that has to be answered before the payment; null when none has. The invoice of a first
 * sale needs what any purchase needs; one of a later billing period, only what the first purchase left open.
 */
export async function missingStep(
  ctx: CheckoutContext,
  db: Db,
  session: CheckoutSession,
  known?: Lead,
): Promise<FlowStep | null> {
  const steps = requiredSteps(ctx, session);
  const offered = offeredBy(ctx, session);
  // Most flows ask for the lead alone: nothing is looked up for them.
  if (steps.every((step) => known && isAnswered(step, { ...offered, lead: known, locations: [] }))) return null;
  const lead = known ?? (await findLead({ ...ctx, db }, session));
  const facts = { ...offered, lead, locations: await locationsOfSession(db, session.id) };
  const missing = steps.find((step) => !isAnswered(step, facts));
  if (!missing) return null;
  const begun = await sessionBehindInvoice(db, session.id);
  if (begun === null) return missing;
  const all = withEarlier(facts, await locationsOfSession(db, begun));
  return steps.find((step) => !isAnswered(step, all)) ?? null;
}

/** Choices of the first purchase count for its billing periods, on today's lists or not. */
function withEarlier(facts: StepFacts, earlier: readonly ChosenLocation[]): StepFacts {
  const ids = earlier.map(({ id }) => id);
  return {
    lead: facts.lead,
    locations: [...facts.locations, ...earlier],
    unitIds: [...facts.unitIds, ...ids],
    testLocationIds: [...facts.testLocationIds, ...ids],
  };
}

function isAnswered(step: FlowStep, facts: StepFacts): boolean {
  return stepRules[step.template]?.isComplete(step, facts) ?? true;
}

/** The same with the seats as they are now: a test location that has filled up is to be chosen again. */
export async function missingStepNow(
  ctx: CheckoutContext,
  session: CheckoutSession,
  lead: Lead,
): Promise<FlowStep | null> {
  const missing = await missingStep(ctx, ctx.db, session, lead);
  if (missing) return missing;
  const step = requiredSteps(ctx, session).find(({ template }) => template === 'select-test-location');
  const chosen = step && locationOfKind(await locationsOfSession(ctx.db, session.id), 'test-place');
  if (!step || !chosen) return null;
  const held = session.orderId ? locationOfKind(await locationsOfOrder(ctx.db, session.orderId), 'test-place') : null;
  if (held?.id === chosen.id) return null;
  const open = await openTestLocations(ctx, session.brand, session.variant);
  return open.some(({ id, left }) => id === chosen.id && left > 0) ? null : step;
}
