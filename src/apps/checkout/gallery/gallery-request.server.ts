import type { Brand } from '#src/branding/index.ts';
import { cleanQuery, type Flow, type FlowStep, type TemplatePaths, withQuery } from '#src/domain/flows/index.ts';
import type { CheckoutSession } from '#src/domain/sessions/index.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import { flowQuery, marketQuery } from '../site/brand-links.ts';
import { requestOfVisit, type SiteDeps } from '../site/open-request.server.ts';
import { readVisit, type Visit } from '../site/visit.server.ts';
import type { PageManifest } from '../web/page.ts';
import { longTitle } from './sample-people.ts';
import type { GalleryRequest } from './states.contract.server.ts';

/** A place of a brand where a page shows: a step of a flow, or a flow whose pages it accompanies. */
export interface GalleryPlace {
  readonly flow: Flow;
  readonly step: FlowStep | null;
}

/** What a picture of the gallery is of. */
export interface GalleryWish {
  readonly brand: Brand;
  readonly mode: 'dark' | 'light';
  readonly locale: Locale;
  readonly manifest: PageManifest;
  readonly place: GalleryPlace;
  readonly isLong: boolean;
}

/**
 * Where a brand shows a page: every step whose data differs from the others'; a page that no flow of the brand names
 * accompanies the first flow.
 */
export function placesOf({ flows }: Brand, id: string): readonly GalleryPlace[] {
  const places = new Map<string, GalleryPlace>();
  for (const flow of flows) {
    for (const step of flow.steps) {
      const looks = JSON.stringify([step.props, step.next === null]);
      if (step.template === id && !places.has(looks)) places.set(looks, { flow, step });
    }
  }
  return places.size > 0 ? [...places.values()] : [{ flow: flows[0], step: null }];
}

/** The request of somebody who came by a link into that flow; null when the link does not lead there. */
export function galleryRequest(deps: SiteDeps, paths: TemplatePaths, wish: GalleryWish): GalleryRequest | null {
  const { brand, manifest, place } = wish;
  const path = manifest.paths[0].replaceAll(/:\w+/g, 'gallery');
  const query = cleanQuery(Object.entries(linkInto(wish)));
  const read = readVisit(deps.brands, paths, query, path);
  if (!read.ok || read.value.flow.id !== place.flow.id || read.value.brand.id !== brand.id) return null;
  const arrival = { ...sender, url: withQuery(path, query.values) };
  const visit = looksOf({ ...read.value, step: place.step }, wish);
  const opened = requestOfVisit(deps, paths, arrival, { hash: '', cookie: null }, visit);
  const sampleSession = sessionOf(visit);
  const request = {
    ...opened,
    // What would write is not there.
    session: () => Promise.resolve(sampleSession),
    findSession: () => Promise.resolve(null),
    voucherInForce: () => Promise.resolve(visit.voucher),
    consent: { kind: 'refused' as const },
    pass: () => null,
    sandboxOrigin: deps.sandboxOrigin ?? null,
    isHttps: deps.publicOrigin.startsWith('https:'),
    letterToken: null,
    passes: [],
    gallery: null,
    brokenLink: null,
    isLong: wish.isLong,
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
function linkInto({ brand, place: { flow }, isLong }: GalleryWish): Readonly<Record<string, string>> {
  const { key } = brand.products.find((one) => one.key.endsWith(`-${flow.id}`)) ?? brand.products[0];
  const link = { product: key, ...marketQuery(brand), ...flowQuery(flow) };
  const needsLive = flow.steps.some(({ props }) => props.upsell?.needsLiveSeller);
  const seller = brand.sellers.find(({ name, isLiveEnabled }) => name !== null && (!needsLive || isLiveEnabled));
  return seller && (isLong || needsLive) ? { ...link, seller: seller.code } : link;
}

/** The visit in the mode and language that were asked for, with long names where they were. */
function looksOf(visit: Visit, { mode, locale, isLong }: GalleryWish): Visit {
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
