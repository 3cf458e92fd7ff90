import { reportByBuyer } from './buyer-log.ts';
import { wordsIn } from '../checks/canary-values.ts';
import type { Market } from './buyer.types.ts';
import { type Shop, shops } from './shops.ts';

/** Writes down whoever is on a page and has no business there: other buyers, and other brands' companies. */
export function reportPage(
  { answers }: Market,
  {
    buyer,
    shop,
    path,
    text,
  }: { readonly buyer: string; readonly shop: Shop; readonly path: string; readonly text: string },
): void {
  const people = wordsIn(text).filter((word) => word !== buyer);
  const companies = Object.values(shops).filter(({ brand, company }) => brand !== shop.brand && text.includes(company));
  reportByBuyer(answers, {
    type: 'page',
    buyer,
    path,
    foreign: [...people, ...companies.map(({ company }) => company)],
  });
}
