import { type Flow, type FlowStep, nextStep, stepById, upsellStepAfter } from '#src/domain/flows/index.ts';
import type { UpsellDecision } from '#src/domain/upsells/index.ts';
import { steps } from '../registry.generated.ts';
import type { PageManifest } from '../web/page.ts';

/** Where one purchase is paid, waited for and ends: paths of ours, without a query. */
export interface PurchasePlaces {
  readonly payment: string;
  /** Where instructions stand that have no page of their own, e.g. a slip's. */
  readonly awaiting: string;
  /** Where a buyer who has paid goes on. */
  readonly done: string;
}

const manifests: Readonly<Record<string, PageManifest>> = steps;
const success = '/success';

/** Path of a step's screen; the success page where there is none. */
export function pathOfStep(step: FlowStep | null): string {
  return (step && manifests[step.template]?.paths[0]) ?? success;
}

/** Places of the purchase that the flow is about: it goes on with whatever step follows the payment. */
export function mainPlaces(flow: Flow, decisions: readonly UpsellDecision[]): PurchasePlaces {
  const payment = flow.steps.find(({ template }) => template === 'payment');
  const after = payment ? nextStep(flow, payment) : null;
  return { payment: '/payment', awaiting: success, done: pathOfStep(beyondDeclined(flow, after, decisions)) };
}

/** An offer that was turned down is not shown again, nor the page that thanks for both. */
function beyondDeclined(flow: Flow, from: FlowStep | null, decisions: readonly UpsellDecision[]): FlowStep | null {
  if (!from || from.template === 'success') return from;
  const upsell = upsellStepAfter(flow, from);
  const isDeclined = decisions.some(({ offerId, decision }) => offerId === upsell?.id && decision === 'declined');
  if (!upsell || !isDeclined) return from;
  const next = nextStep(flow, upsell);
  return next?.template === 'success-upsell' ? null : next;
}

/** Places of an offer that was accepted: the step that sells it, then the one after that. */
export function upsellPlaces(flow: Flow, offerId: string): PurchasePlaces | null {
  const step = stepById(flow, offerId);
  if (!step?.props.upsell) return null;
  const done = pathOfStep(nextStep(flow, step));
  return { payment: pathOfStep(step), awaiting: done, done };
}
