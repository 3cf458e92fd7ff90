import type { Db, DomainContext } from '../context.server.ts';
import { type Flow, type FlowStep, nextStep } from '../flows/index.ts';
import { sessionBehindTerm } from '../invoices/index.server.ts';
import { findLead, type Lead } from '../leads/index.server.ts';
import type { ChosenPlace } from '../places/index.ts';
import { openTestPlaces, placeOfKind, placesOfOrder, placesOfSession } from '../places/index.server.ts';
import type { CheckoutSession } from '../sessions/index.ts';
import { type StepFacts, stepRules } from './step-rules.ts';

/** The template in which a flow asks for the price. */
const paying = 'payment';

/** The steps that a buyer passes before a flow's payment, in order; none in a flow that has no payment step. */
function stepsAhead(flow: Flow): readonly FlowStep[] {
  const ahead: FlowStep[] = [];
  let step: FlowStep | null = flow.steps[0];
  for (let seen = 0; step && seen < flow.steps.length; seen += 1) {
    if (step.template === paying) return ahead;
    ahead.push(step);
    step = nextStep(flow, step);
  }
  return [];
}

type Offered = Pick<StepFacts, 'unitIds' | 'testPlaceIds'>;

function offeredBy(ctx: DomainContext, { brand, variant }: CheckoutSession): Offered {
  return {
    unitIds: ctx.catalog.units(brand, variant).map(({ id }) => id),
    testPlaceIds: ctx.catalog.testPlaces(brand, variant).map(({ id }) => id),
  };
}

/** The steps ahead of the payment that have to be answered, complete or not. An offer after a purchase asks none. */
function requiredSteps(ctx: DomainContext, session: CheckoutSession): readonly FlowStep[] {
  const flow = session.upsell ? null : ctx.catalog.flow(session.brand, session.variant, session.flowId);
  if (!flow) return [];
  const offered = offeredBy(ctx, session);
  return stepsAhead(flow).filter((step) => stepRules[step.template]?.isApplicable(step, offered));
}

/**
 * The first step of the session's flow that is to be answered before money is asked for; null when none is. A bill of a first
 * sale asks what any purchase is asked; one of a later term, only what the purchase that began the subscription left open.
 */
export async function missingStep(
  ctx: DomainContext,
  db: Db,
  session: CheckoutSession,
  known?: Lead,
): Promise<FlowStep | null> {
  const steps = requiredSteps(ctx, session);
  const offered = offeredBy(ctx, session);
  // Most flows ask for the lead alone: nothing is looked up for them.
  if (steps.every((step) => known && isAnswered(step, { ...offered, lead: known, places: [] }))) return null;
  const lead = known ?? (await findLead({ ...ctx, db }, session));
  const facts = { ...offered, lead, places: await placesOfSession(db, session.id) };
  const missing = steps.find((step) => !isAnswered(step, facts));
  if (!missing) return null;
  const begun = await sessionBehindTerm(db, session.id);
  if (begun === null) return missing;
  const all = withEarlier(facts, await placesOfSession(db, begun));
  return steps.find((step) => !isAnswered(step, all)) ?? null;
}

/** What was chosen in the first purchase counts for its terms, on today's lists or not. */
function withEarlier(facts: StepFacts, earlier: readonly ChosenPlace[]): StepFacts {
  const ids = earlier.map(({ id }) => id);
  return {
    lead: facts.lead,
    places: [...facts.places, ...earlier],
    unitIds: [...facts.unitIds, ...ids],
    testPlaceIds: [...facts.testPlaceIds, ...ids],
  };
}

function isAnswered(step: FlowStep, facts: StepFacts): boolean {
  return stepRules[step.template]?.isComplete(step, facts) ?? true;
}

/** The same with the seats as they are now: a chosen place that has filled up is to be chosen again. */
export async function missingStepNow(
  ctx: DomainContext,
  session: CheckoutSession,
  lead: Lead,
): Promise<FlowStep | null> {
  const missing = await missingStep(ctx, ctx.db, session, lead);
  if (missing) return missing;
  const step = requiredSteps(ctx, session).find(({ template }) => template === 'select-test-location');
  const chosen = step && placeOfKind(await placesOfSession(ctx.db, session.id), 'test-place');
  if (!step || !chosen) return null;
  const held = session.orderId ? placeOfKind(await placesOfOrder(ctx.db, session.orderId), 'test-place') : null;
  if (held?.id === chosen.id) return null;
  const open = await openTestPlaces(ctx, session.brand, session.variant);
  return open.some(({ id, left }) => id === chosen.id && left > 0) ? null : step;
}
