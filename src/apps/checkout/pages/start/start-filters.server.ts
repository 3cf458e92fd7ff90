import type { Brand } from '#src/branding/index.server.ts';
import type { PublicPageRequest } from '../../framework/page.server.ts';
import { flowsEnteredHere, isSoldAfterwards } from './start-flows.server.ts';
import type { Choice, Filter } from './start.types.ts';

/** The brands that match the address's filters by method, flow and locale, and the filters' options. */
export function filterBrands(request: PublicPageRequest): {
  readonly filters: readonly Filter[];
  readonly brands: readonly Brand[];
  /** The requested flow; null without one. */
  readonly flow: string | null;
} {
  const { words, rawQuery } = request;
  const all = request.brands.brands;
  const languages = new Intl.DisplayNames(words.locale, { type: 'language' });
  const choicesOf: Readonly<Record<Filter['name'], (brand: Brand) => readonly Choice[]>> = {
    method: (brand) => railsOf(brand, request).map((id) => ({ value: id, name: words(`method.${id}.title`) })),
    flow: (brand) => flowsEnteredHere(brand, words),
    locale: ({ locale }) => [{ value: locale, name: languages.of(locale) ?? locale }],
  };
  const filters = (['method', 'flow', 'locale'] as const).map((name): Filter => {
    const choices = distinct(all.flatMap(choicesOf[name]));
    const asked = rawQuery.get(name) ?? '';
    return { name, choices, value: choices.some(({ value }) => value === asked) ? asked : '' };
  });
  const fits = (brand: Brand): boolean =>
    filters.every(({ name, value }) => value === '' || choicesOf[name](brand).some((one) => one.value === value));
  return { filters, brands: all.filter(fits), flow: filters.find(({ name }) => name === 'flow')?.value || null };
}

/** The rails of the brand's products. */
function railsOf(brand: Brand, { ctx }: PublicPageRequest): readonly string[] {
  const plans = brand.products.filter((product) => !isSoldAfterwards(product, brand)).flatMap(({ plans: of }) => of);
  const methods = new Set(plans.flatMap((plan) => plan.methods.flatMap((one) => (one.active ? one.method : []))));
  return [...new Set([...methods].flatMap((method) => ctx.rails.byMethod(method)?.id ?? []))];
}

function distinct(choices: readonly Choice[]): readonly Choice[] {
  const byValue = new Map(choices.map((choice) => [choice.value, choice]));
  return [...byValue.values()].toSorted((one, other) => one.name.localeCompare(other.name));
}
