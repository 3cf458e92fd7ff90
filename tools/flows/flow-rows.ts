import { mainRoutes, pathOfStep } from '#src/apps/checkout/site/order-status/purchase-routes.ts';
import type { Brand, BrandRegistry } from '#src/branding/index.server.ts';
import { findUpsell } from '#src/branding/index.server.ts';
import { offeredMethods } from '#src/domain/catalog/products/index.ts';
import { nextStep, waitingStepNumber } from '#src/domain/checkout/flows/index.ts';
import type { Flow, FlowStep, TemplatePaths } from '#src/domain/catalog/brand-data/index.ts';
import type { RailManifest } from '#src/domain/payments/index.ts';

/** A step as a box of the picture. */
export interface StepBox {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  /** `2/3`; null where the step is not counted. */
  readonly count: string | null;
  readonly notes: readonly string[];
  readonly kind: 'asks' | 'pays' | 'offers';
  /** Pages before the next step for buyers who pay in another app. */
  readonly waits: readonly string[];
  /** An edge that leaves the row here: to another step of it, or to a path, with its condition. */
  readonly turn: { readonly label: string; readonly stepId: string | null; readonly path: string } | null;
}

/** Flows with the same steps, and the links that open each. */
export interface FlowRow {
  readonly entries: readonly { readonly id: string; readonly by: string }[];
  readonly boxes: readonly StepBox[];
}

/** Input of a picture besides the brand. */
export interface FlowOwner {
  readonly registry: BrandRegistry;
  readonly rails: readonly RailManifest[];
  readonly paths: TemplatePaths;
  /** Templates that an e-mail's link opens. */
  readonly letters: ReadonlySet<string>;
}

/** The rows of a brand; flows that differ only in the preselected payment method share one row. */
export function rowsOf(brand: Brand, owner: FlowOwner): readonly FlowRow[] {
  const rows = new Map<string, Flow[]>();
  for (const flow of brand.flows) {
    const way = flow.steps.map((step) => ({ ...step, props: { ...step.props, method: undefined } }));
    const key = JSON.stringify([flow.stepsNumber, way]);
    rows.set(key, [...(rows.get(key) ?? []), flow]);
  }
  return [...rows.values()].map((flows) => {
    const flow = flows.find(({ waitingStep }) => waitingStep !== undefined) ?? flows[0];
    if (!flow) return { entries: [], boxes: [] };
    return {
      entries: flows.map((one) => ({ id: one.id, by: entryOf(one, owner) })),
      boxes: flow.steps.map((step) => boxOf(step, flow, brand, owner)),
    };
  });
}

/** How a link opens a flow, in the words of the query. */
function entryOf(flow: Flow, { letters }: FlowOwner): string {
  const { routes, vouchers } = flow.selectedBy;
  const method = flow.steps.find(({ props }) => props.method !== undefined)?.props.method;
  const ways = [...routes.map((route) => `route=${route}`), ...vouchers.map((voucher) => `voucher=${voucher}`)];
  if (letters.has(flow.steps[0].template)) ways.push('a letter’s link');
  else if (ways.length === 0) ways.push(flow.id === 'default' ? 'any link that names no other' : `flowId=${flow.id}`);
  return ways.join(' or ') + (method === undefined ? '' : `, ${method} chosen`);
}

function boxOf(step: FlowStep, flow: Flow, brand: Brand, owner: FlowOwner): StepBox {
  const { id, template, currentStep } = step;
  const isPaying = template === 'payment' || template === 'livelo-payment' || step.props.upsell !== undefined;
  return {
    id,
    name: template,
    path: owner.paths.get(template) ?? '?',
    count: currentStep === null ? null : `${currentStep}/${flow.stepsNumber}`,
    notes: notesOf(step, flow, brand, owner),
    kind: offers(step, flow) ? 'offers' : isPaying || owner.letters.has(template) ? 'pays' : 'asks',
    waits: isPaying && template !== 'livelo-payment' ? waitsOf(step, flow, brand, owner) : [],
    turn: refusalOf(step, flow) ?? programmeTurn(step, flow, owner.paths),
  };
}

function notesOf(step: FlowStep, flow: Flow, brand: Brand, { registry }: FlowOwner): readonly string[] {
  const { voucher, presentation, markdown, student, phone, upsell } = step.props;
  const target = upsell && findUpsell(registry, brand, upsell);
  const offer = !upsell || !target || typeof target === 'string' ? null : target;
  const off = offer && offer.basisPoints > 0 ? ` −${offer.basisPoints / 100} %` : '';
  return [
    ...(voucher === undefined ? [] : [`voucher ${voucher}`]),
    ...(presentation && presentation.variant !== 'default' ? [presentation.variant] : []),
    ...(markdown === undefined ? [] : [markdown.split('/').at(-1) ?? markdown]),
    ...(student ? ['asks for the student'] : []),
    ...(phone?.isOptional ? ['may be skipped'] : []),
    ...(offer ? [`${offer.product.title}${off}`] : []),
    ...(upsell?.needsLiveSeller ? ['live sellers only'] : []),
    ...(offersNext(step, flow) ? ['offers what comes next'] : []),
  ];
}

/** Waiting pages of the payment methods offered here. */
function waitsOf(step: FlowStep, flow: Flow, brand: Brand, { registry, rails }: FlowOwner): readonly string[] {
  const target = step.props.upsell && findUpsell(registry, brand, step.props.upsell);
  const plans =
    target && typeof target !== 'string' ? [target.plan] : brand.products.flatMap((product) => product.plans);
  const offered = new Set(plans.flatMap((plan) => offeredMethods(plan).map(({ method }) => method)));
  const number = waitingStepNumber(flow, step);
  const count = number === null || step.props.upsell ? '' : ` ${number}/${flow.stepsNumber}`;
  return rails.flatMap(({ waitingPath, methods }) =>
    waitingPath !== null && methods.some((method) => offered.has(method)) ? [`${waitingPath}${count}`] : [],
  );
}

/** A step on which the buyer may decline a further offer. */
function offers(step: FlowStep, flow: Flow): boolean {
  return isUpsellStep(step) || offersNext(step, flow);
}

function isUpsellStep({ template, props }: FlowStep): boolean {
  return props.upsell !== undefined || template === 'video-upsell' || template.endsWith('upsell-presentation');
}

/** The success page offers the next step's product; a buyer who declines stays there. */
function offersNext(step: FlowStep, flow: Flow): boolean {
  return step.template === 'success' && nextStep(flow, step)?.props.upsell !== undefined;
}

/** Target after a declined offer: the success page that made it, else the step that follows without an offer. */
function refusalOf(step: FlowStep, flow: Flow): StepBox['turn'] {
  if (!isUpsellStep(step)) return null;
  const thanks = flow.steps.find((one) => offersNext(one, flow));
  const path = thanks ? pathOfStep(thanks) : mainRoutes(flow, () => true).done;
  const target = thanks ?? flow.steps.find((one) => pathOfStep(one) === path);
  return { label: 'no', stepId: target?.id ?? null, path };
}

/** Redirects by the screens of the points programme. */
const programmeTurns: Readonly<Record<string, { readonly label: string; readonly template: string }>> = {
  'livelo-cpf': { label: 'only earns', template: 'livelo-payment' },
  'livelo-code': { label: 'refused', template: 'livelo-error' },
};

function programmeTurn(step: FlowStep, flow: Flow, paths: TemplatePaths): StepBox['turn'] {
  const turn = programmeTurns[step.template];
  if (!turn) return null;
  const target = flow.steps.find(({ template }) => template === turn.template);
  return { label: turn.label, stepId: target?.id ?? null, path: paths.get(turn.template) ?? '?' };
}
