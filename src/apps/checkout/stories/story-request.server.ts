import type { Brand } from '#src/branding/index.ts';
import { cleanQuery, withQuery } from '#src/domain/checkout/flows/index.ts';
import type { Flow, FlowStep, TemplatePaths } from '#src/domain/catalog/brand-data/index.ts';
import type { CheckoutSession } from '#src/domain/checkout/sessions/index.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import { flowQuery, marketQuery } from '../site/brand-links.ts';
import { buildVisitRequest, type SiteDeps } from '../site/build-request.server.ts';
import { readVisit } from '../site/visit.server.ts';
import type { Visit } from '../framework/page.server.ts';
import type { PageManifest } from '../framework/page.ts';
import { longTitle } from './sample-buyers.ts';
import type { StoryRequest } from './stories.contract.server.ts';

/** A place of a brand where a page shows: a step of a flow, or a flow whose pages it accompanies. */
export interface StoryStep {
  readonly flow: Flow;
  readonly step: FlowStep | null;
}

/** What a picture of the gallery is of. */
export interface StoryOptions {
  readonly brand: Brand;
  readonly mode: 'dark' | 'light';
  readonly locale: Locale;
  readonly manifest: PageManifest;
  readonly storyStep: StoryStep;
  readonly isLong: boolean;
}

/**
 * Where a brand shows a page: every step whose data differs from the others'; a page that no flow of the brand names
 * accompanies the first flow.
 */
export function storyStepsOf({ flows }: Brand, id: string): readonly StoryStep[] {
  const storySteps = new Map<string, StoryStep>();
  for (const flow of flows) {
    for (const step of flow.steps) {
      const storyVariant = JSON.stringify([step.props, step.next === null]);
      if (step.template === id && !storySteps.has(storyVariant)) storySteps.set(storyVariant, { flow, step });
    }
  }
  return storySteps.size > 0 ? [...storySteps.values()] : [{ flow: flows[0], step: null }];
}

/** The request of somebody who came by a link into that flow; null when the link does not lead there. */
export function storyRequest(deps: SiteDeps, paths: TemplatePaths, options: StoryOptions): StoryRequest | null {
  const { brand, manifest, storyStep } = options;
  const path = manifest.paths[0].replaceAll(/:\w+/g, 'gallery');
  const query = cleanQuery(Object.entries(storyLink(options)));
  const read = readVisit(deps.brands, paths, query, path);
  if (!read.ok || read.value.flow.id !== storyStep.flow.id || read.value.brand.id !== brand.id) return null;
  const incoming = { ...sender, url: withQuery(path, query.values) };
  const visit = looksOf({ ...read.value, step: storyStep.step }, options);
  const opened = buildVisitRequest(deps, paths, incoming, { hash: '', cookie: null }, visit);
  const sampleSession = sessionOf(visit);
  const request = {
    ...opened,
    // What would write is not there.
    session: () => Promise.resolve(sampleSession),
    findSession: () => Promise.resolve(null),
    activeVoucher: () => Promise.resolve(visit.voucher),
    consent: { kind: 'refused' as const },
    magicLinkToken: () => null,
    sandboxOrigin: deps.sandboxOrigin ?? null,
    isHttps: deps.publicOrigin.startsWith('https:'),
    emailLinkToken: null,
    magicLinks: [],
    brokenLink: null,
    isLong: options.isLong,
    sampleSession,
  };
  return { ...request, inFlow: request };
}

/** Whoever asks: nobody. */
const sender = { method: 'GET', params: { id: 'gallery' }, headers: {}, ip: '127.0.0.1' };

/**
 * A link into the place's flow; by a seller with a name where that makes a difference. What is sold by one flow only is
 * named after it: `vc-vip` by `vip`.
 */
function storyLink({ brand, storyStep: { flow }, isLong }: StoryOptions): Readonly<Record<string, string>> {
  const { key } = brand.products.find((one) => one.key.endsWith(`-${flow.id}`)) ?? brand.products[0];
  const link = { product: key, ...marketQuery(brand), ...flowQuery(flow) };
  const needsLive = flow.steps.some(({ props }) => props.upsell?.needsLiveSeller);
  const seller = brand.sellers.find(({ name, isLiveEnabled }) => name !== null && (!needsLive || isLiveEnabled));
  return seller && (isLong || needsLive) ? { ...link, seller: seller.code } : link;
}

/** The visit in the mode and language that were asked for, with long names where they were. */
function looksOf(visit: Visit, { mode, locale, isLong }: StoryOptions): Visit {
  const { brand, product, seller } = visit;
  const title = isLong ? `${product.title}: ${longTitle}` : product.title;
  return {
    ...visit,
    brand: { ...brand, locale, theme: { ...brand.theme, mode } },
    product: { ...product, title },
    seller: isLong && seller.name !== null ? { ...seller, name: `${seller.name} ${longTitle}` } : seller,
  };
}

function sessionOf({ brand, product, flow, seller, query }: Visit): CheckoutSession {
  return {
    id: 'ses_gallery',
    brand: brand.brand,
    variant: brand.variant,
    business: product.business,
    productCode: product.code,
    offer: '',
    flowId: flow.id,
    market: brand.market,
    locale: brand.locale,
    seller: seller.code,
    source: query.source,
    link: query.values,
    leadId: 'lead_gallery',
    orderId: null,
    upsell: null,
    answers: {},
    createdAt: new Date(0),
  };
}
