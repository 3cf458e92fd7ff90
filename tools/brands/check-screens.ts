import type { Brand } from '#src/branding/brand.types.ts';
import type { BrandSource } from '#src/branding/files/brand-folder.server.ts';
import type { BrandProblem } from '#src/branding/files/brand-problem.ts';
import { upsellStepAfter } from '#src/domain/checkout/flows/index.ts';
import type { Flow, FlowStep } from '#src/domain/catalog/brand-data/index.ts';

type Say = (key: string, message: string) => void;

/** Requirements of a step's screen outside its own folder, by template. Returns what is missing. */
const needs: Readonly<Record<string, (step: FlowStep, flow: Flow, brand: Brand) => string | null>> = {
  video: filmNeeds,
  'video-upsell': (step, flow, brand) => filmNeeds(step) ?? offerNeeds(step, flow, brand),
  'upsell-presentation': offerNeeds,
  md: ({ props }) => (props.markdown === undefined ? 'has no props.markdown' : null),
  presentation: presentationNeeds,
  'order-bump-presentation': (_step, _flow, brand) =>
    brand.products.some(({ plans }) => plans.some(({ bumps }) => bumps.length > 0)) ? null : 'no plan has bumps',
  'multiprofile-presentation': (_step, _flow, brand) => {
    if (!brand.features.multiProfile) return 'features.json has no multiProfile';
    return hasProfiles(brand) ? null : 'no plan has profiles';
  },
  'multiprofile-upsell-presentation': (step, flow, brand) =>
    brand.features.multiProfile ? offerNeeds(step, flow, brand) : 'features.json has no multiProfile',
};

function filmNeeds({ props }: FlowStep): string | null {
  return props.video ? null : 'has no props.video';
}

/** A page that makes an offer comes before the one on which it is paid. */
function offerNeeds(step: FlowStep, flow: Flow, _brand: Brand): string | null {
  return upsellStepAfter(flow, step) ? null : 'no step after it has props.upsell';
}

function presentationNeeds({ props }: FlowStep, flow: Flow, brand: Brand): string | null {
  const variant = props.presentation?.variant ?? 'default';
  if (variant === 'trial') {
    const isFree = brand.products.every(({ plans }) => plans.every(({ trial }) => trial !== null));
    return isFree ? null : 'presents free time that not every plan has';
  }
  if (variant === 'default') return null;
  const hasVoucher = flow.steps[0].props.voucher !== undefined || flow.selectedBy.vouchers.length > 0;
  return hasVoucher ? null : 'presents a discount, and the flow has no voucher';
}

function hasProfiles({ products }: Brand): boolean {
  return products.some(({ plans }) => plans.some(({ profiles }) => profiles.length > 0));
}

/** Props that only some templates read. */
const readers: readonly (readonly ['presentation' | 'video' | 'markdown', readonly string[]])[] = [
  ['presentation', ['presentation', 'upsell-presentation']],
  ['video', ['video', 'video-upsell']],
  ['markdown', ['md']],
];

/** Screens that need more data of a brand than a line in its flow. */
export function checkScreens(brand: Brand, source: BrandSource, report: (problem: BrandProblem) => void): void {
  const over = brand.variant === null ? undefined : source.variants.get(brand.variant);
  for (const flow of brand.flows) {
    const owner = over?.files.has(`flows/${flow.id}.json`) ? over : source.base;
    const say: Say = (key, message) => report({ file: `${owner.path}/flows/${flow.id}.json`, key, message });
    for (const step of flow.steps) checkStep(step, flow, brand, say);
  }
}

function checkStep(step: FlowStep, flow: Flow, brand: Brand, say: Say): void {
  const missing = needs[step.template]?.(step, flow, brand);
  if (missing) say(`steps.${step.id}.template`, `${step.template}: ${missing}`);
  for (const [name, templates] of readers) {
    if (step.props[name] !== undefined && !templates.includes(step.template))
      say(`steps.${step.id}.props.${name}`, `is for the screens ${templates.join(', ')}`);
  }
}
