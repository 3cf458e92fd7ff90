import type { Brand } from '#src/branding/index.server.ts';
import type { Product } from '#src/domain/catalog/products/index.ts';
import type { Flow } from '#src/domain/catalog/brand-data/index.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import type { Translator } from '#src/ui/words/translator.ts';
import { steps } from '../../registry.generated.ts';
import { marketQuery } from '../../site/brand-links.ts';
import type { PageManifest } from '../../framework/page.ts';
import { definePublicPage, type PublicPageRequest, problem, redirect, show } from '../../framework/page.server.ts';
import { taskCards } from './start-tasks.server.ts';
import type { BrandRow, StartData, Tool } from './start.types.ts';

const manifests: Readonly<Record<string, PageManifest>> = steps;

/** Names of a link that ask for something to buy. */
const asking = ['product', 'productSlug', 'offer', 'planId', 'area'] as const;

export const page = definePublicPage<StartData | null>({
  load: (request) => {
    if (request.inFlow) return redirect(request.inFlow.firstStep);
    if (asking.some((name) => name in request.link)) return problem('link-leads-nowhere');
    if (request.view.environment === 'production') return show(null, { status: 404, view: 'not-found' });
    return show<StartData>({
      tools: toolsOf(request.sandboxOrigin),
      tasks: taskCards(request.brands, request.words),
      brands: request.brands.brands.map((brand) => rowOf(brand, request)),
    });
  },
});

function toolsOf(sandbox: string | null): Tool[] {
  const own: Tool[] = [
    { name: 'api', href: '/api/docs' },
    { name: 'gallery', href: '/gallery' },
  ];
  if (sandbox === null) return own;
  return [
    { name: 'sandbox', href: `${sandbox}/sandbox` },
    { name: 'inbox', href: `${sandbox}/sandbox/inbox` },
    { name: 'cards', href: `${sandbox}/sandbox#cartoes` },
    ...own,
    { name: 'clock', href: `${sandbox}/sandbox/clock` },
  ];
}

function rowOf(brand: Brand, { fileOf, view, words }: PublicPageRequest): BrandRow {
  const products = brand.products.filter((product) => !isSoldAfterwards(product, brand));
  const prices = products.flatMap(({ plans }) => plans.slice(0, 1).map(({ price }) => price));
  const lowest = prices.toSorted((one, other) => (one.amount < other.amount ? -1 : 1))[0];
  const seller = brand.sellers.find(({ name }) => name !== null);
  return {
    id: brand.id,
    name: brand.name,
    market: brand.market,
    logo: fileOf(brand.images.logo[view.theme.mode]),
    price: lowest ? formatMoney(lowest, brand.locale) : null,
    products: products.map(({ key, title, plans: [plan] }) => ({
      value: key,
      name: plan && products.length > 1 ? `${title} · ${formatMoney(plan.price, brand.locale)}` : title,
    })),
    flows: brand.flows.filter(isEnteredHere).map(({ id }) => ({ value: id, name: flowName(id, words) })),
    language: marketQuery(brand)['lang'] ?? null,
    seller: seller ? { code: seller.code, name: seller.name ?? seller.code } : null,
    voucher: brand.vouchers[0]?.code ?? null,
  };
}

/** An upsell of the brand's own, which no link sells by itself. */
function isSoldAfterwards({ code }: Product, brand: Brand): boolean {
  if (code === brand.productCode) return false;
  const offers = brand.flows.flatMap(({ steps: of }) => of.flatMap(({ props }) => props.upsell ?? []));
  return offers.some((offer) => offer.product === code && (offer.brand ?? brand.id) === brand.id);
}

/** A brand may add flows that have no name here: their id is shown with spaces. */
function flowName(id: string, words: Translator): string {
  const key = `start.flow.${id}`;
  return words.has(key) ? words(key) : id.replaceAll('-', ' ');
}

/** Some flows are entered by an e-mail's link only: `/samples` makes such a link. */
function isEnteredHere({ steps: [first] }: Flow): boolean {
  return manifests[first.template]?.entry !== 'email-link';
}
