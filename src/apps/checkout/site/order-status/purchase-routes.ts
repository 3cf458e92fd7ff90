import { nextStep, stepAfterDecline, stepById, upsellStepAfter } from '#src/domain/checkout/flows/index.ts';
import type { Flow, FlowStep } from '#src/domain/catalog/brand-data/index.ts';
import { steps } from '../../registry.generated.ts';
import type { PageManifest } from '../../framework/page.ts';

/** Where one purchase is paid, waited for and ends: paths of ours, without a query. */
export interface PurchaseRoutes {
  readonly payment: string;
  /** Every stage shows at `payment`: the purchase belongs to no flow's pages. */
  readonly isOnePage?: true;
  /** What the query of `payment` says when another way to pay is chosen there although one is open. */
  readonly choice?: Readonly<Record<string, string>>;
  /** Where instructions stand that have no page of their own, e.g. a slip's. */
  readonly awaiting: string;
  /** Where a buyer who has paid goes on. */
  readonly done: string;
}

const manifests: Readonly<Record<string, PageManifest>> = steps;
const success = '/success';

/** Path of a step's screen; the success page where there is none. */
export function pathOfStep(step: FlowStep | null): string {
  return step ? pathOfTemplate(step.template) : success;
}

/** Path of a template's screen; the success page where there is none. */
export function pathOfTemplate(template: string): string {
  return manifests[template]?.paths[0] ?? success;
}

/**
 * Places of the purchase that the flow is about: it goes on with whatever step follows the payment. `isOver` knows the
 * offers that are not made (any more).
 */
export function mainRoutes(flow: Flow, isOfferClosed: (offerId: string) => boolean): PurchaseRoutes {
  const payment = flow.steps.find(({ template }) => template === 'payment');
  const after = payment ? nextStep(flow, payment) : null;
  return { payment: '/payment', awaiting: success, done: pathOfStep(skipClosedOffers(flow, after, isOfferClosed)) };
}

/** Templates that show an offer before the step that sells it. */
const presentations: ReadonlySet<string> = new Set([
  'upsell-presentation',
  'video-upsell',
  'multiprofile-upsell-presentation',
]);

function isUpsellStep({ template, props }: FlowStep): boolean {
  return props.upsell !== undefined || presentations.has(template);
}

/** Steps that are only about an offer are left out with it, and so is the page that thanks for both. */
function skipClosedOffers(
  flow: Flow,
  from: FlowStep | null,
  isOfferClosed: (offerId: string) => boolean,
): FlowStep | null {
  let step = from;
  for (let seen = 0; step && isUpsellStep(step) && seen < flow.steps.length; seen += 1) {
    const upsell = upsellStepAfter(flow, step);
    if (!upsell || !isOfferClosed(upsell.id)) break;
    step = stepAfterDecline(flow, upsell) ?? nextStep(flow, upsell);
  }
  return step?.template === 'success-upsell' ? null : step;
}

/** Places of an offer that was accepted: the step that sells it, then the one after that. */
export function upsellRoutes(flow: Flow, offerId: string): PurchaseRoutes | null {
  const step = stepById(flow, offerId);
  if (!step?.props.upsell) return null;
  const done = pathOfStep(nextStep(flow, step));
  return { payment: pathOfStep(step), awaiting: done, done };
}
