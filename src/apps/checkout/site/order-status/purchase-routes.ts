import { nextStep, stepAfterDecline, stepById, upsellStepAfter } from '#src/domain/checkout/flows/index.ts';
import type { Flow, FlowStep } from '#src/domain/catalog/brand-data/index.ts';
import { steps } from '../../registry.generated.ts';
import type { PageManifest } from '../../framework/page.ts';

/** Paths of one purchase's payment, waiting and end pages, without a query. */
export interface PurchaseRoutes {
  readonly payment: string;
  /** Every stage is shown at `payment`: the purchase has no pages of a flow. */
  readonly isOnePage?: true;
  /** Query of `payment` that selects another payment method although one is open. */
  readonly choice?: Readonly<Record<string, string>>;
  /** Path of instructions without a page of their own, e.g. a slip's. */
  readonly awaiting: string;
  /** Path after the payment. */
  readonly done: string;
}

const manifests: Readonly<Record<string, PageManifest>> = steps;
const success = '/success';

/** Path of a step's page; the success page where there is none. */
export function pathOfStep(step: FlowStep | null): string {
  return step ? pathOfTemplate(step.template) : success;
}

/** Path of a template's page; the success page where there is none. */
export function pathOfTemplate(template: string): string {
  return manifests[template]?.paths[0] ?? success;
}

/** Paths of the flow's own purchase: the step after the payment follows. `isOver` marks offers that are not made (any more). */
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

/** Steps of a skipped offer are skipped too, and so is the success page for both. */
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

/** Paths of an accepted offer: the step that sells it, then the next one. */
export function upsellRoutes(flow: Flow, offerId: string): PurchaseRoutes | null {
  const step = stepById(flow, offerId);
  if (!step?.props.upsell) return null;
  const done = pathOfStep(nextStep(flow, step));
  return { payment: pathOfStep(step), awaiting: done, done };
}
