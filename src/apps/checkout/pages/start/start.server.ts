import type { Brand } from '#src/branding/index.server.ts';
import { type Flow, withQuery } from '#src/domain/flows/index.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { steps } from '../../registry.generated.ts';
import { flowQuery, marketQuery } from '../../site/brand-links.ts';
import type { PageManifest } from '../../web/page.ts';
import { defineBarePage, type OpenRequest, problem, redirect, show } from '../../web/page.server.ts';
import type { BrandCard, SampleLink, StartData } from './start.types.ts';

const manifests: Readonly<Record<string, PageManifest>> = steps;

/** Names of a link that ask for something to buy. */
const asking = ['product', 'productSlug', 'offer', 'planId', 'area'] as const;

export const page = defineBarePage<StartData | null>({
  load: (request) => {
    if (request.inFlow) return redirect(request.inFlow.firstStep);
    if (asking.some((name) => name in request.link)) return problem('link-leads-nowhere');
    if (request.view.environment === 'production') return show(null, { status: 404, view: 'not-found' });
    return show<StartData>({ brands: brandCards(request), sandbox: request.sandboxOrigin });
  },
});

function brandCards({ brands, fileOf, view }: OpenRequest): BrandCard[] {
  return brands.brands.map((brand) => ({
    id: brand.id,
    name: brand.name,
    market: brand.market,
    logo: fileOf(brand.images.logo[view.theme.mode]),
    products: brand.products.map((product) => {
      const plan = product.plans[0];
      return {
        title: product.title,
        price: plan ? formatMoney(plan.price, brand.locale) : null,
        links: linksOf(brand, product.key),
      };
    }),
  }));
}

/** One link per flow, and one for each thing that a link can bring along. */
function linksOf(brand: Brand, product: string): SampleLink[] {
  const market = marketQuery(brand);
  const link = (
    label: SampleLink['label'],
    detail: string | null,
    more: Readonly<Record<string, string>>,
  ): SampleLink => ({
    label,
    detail,
    href: withQuery('/', { product, ...market, ...more }),
  });
  const seller = brand.sellers.find(({ name }) => name !== null);
  const voucher = brand.vouchers[0];
  return [
    ...brand.flows.filter(isEnteredHere).map((flow) => link('flow', flow.id, flowQuery(flow))),
    ...(seller ? [link('seller', seller.name, { seller: seller.code })] : []),
    ...(voucher ? [link('voucher', voucher.code, { voucher: voucher.code })] : []),
    link('staging', null, { staging: '1' }),
    { label: 'samples', detail: null, href: withQuery('/samples', { product, ...market }) },
  ];
}

/** Some flows are entered by a letter's link only: `/samples` makes such a link. */
function isEnteredHere({ steps: [first] }: Flow): boolean {
  return manifests[first.template]?.entry !== 'letter';
}
