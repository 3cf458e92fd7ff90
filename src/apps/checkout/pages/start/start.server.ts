import type { Brand } from '#src/branding/index.server.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { marketQuery } from '../../site/brand-links.ts';
import { definePublicPage, type PublicPageRequest, problem, redirect, show } from '../../framework/page.server.ts';
import { taskCards } from './start-tasks.server.ts';
import { filterBrands } from './start-filters.server.ts';
import { flowsEnteredHere, isSoldAfterwards } from './start-flows.server.ts';
import type { BrandRow, StartData, Tool } from './start.types.ts';

/** Query parameters that name a product. */
const asking = ['product', 'productSlug', 'offer', 'planId', 'area'] as const;

export const page = definePublicPage<StartData | null>({
  load: (request) => {
    if (request.inFlow) return redirect(request.inFlow.firstStep);
    if (asking.some((name) => name in request.link)) return problem('link-leads-nowhere');
    if (request.view.environment === 'production') return show(null, { status: 404, view: 'not-found' });
    const { filters, brands, flow } = filterBrands(request);
    return show<StartData>({
      tools: toolsOf(request.sandboxOrigin),
      tasks: taskCards(request.brands, request.words),
      filters,
      brands: brands.map((brand) => rowOf(brand, request, flow)),
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

function rowOf(brand: Brand, { fileOf, view, words }: PublicPageRequest, flow: string | null): BrandRow {
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
    flows: flowsEnteredHere(brand, words),
    flow,
    language: marketQuery(brand)['lang'] ?? null,
    seller: seller ? { code: seller.code, name: seller.name ?? seller.code } : null,
    voucher: brand.vouchers[0]?.code ?? null,
  };
}
