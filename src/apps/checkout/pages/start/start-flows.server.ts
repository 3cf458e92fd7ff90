import type { Brand } from '#src/branding/index.server.ts';
import type { Flow } from '#src/domain/catalog/brand-data/index.ts';
import type { Product } from '#src/domain/catalog/products/index.ts';
import type { Translator } from '#src/ui/words/translator.ts';
import type { PageManifest } from '../../framework/page.ts';
import { steps } from '../../registry.generated.ts';
import type { Choice } from './start.types.ts';

const manifests: Readonly<Record<string, PageManifest>> = steps;

/** The flows of a brand that a link opens. Some open by an e-mail link only: `/samples` creates it. */
export function flowsEnteredHere(brand: Brand, words: Translator): Choice[] {
  return brand.flows.filter(isEnteredHere).map(({ id }) => ({ value: id, name: flowName(id, words) }));
}

function isEnteredHere({ steps: [first] }: Flow): boolean {
  return manifests[first.template]?.entry !== 'email-link';
}

/** A brand may add flows without a name here: their id is shown with spaces. */
function flowName(id: string, words: Translator): string {
  const key = `start.flow.${id}`;
  return words.has(key) ? words(key) : id.replaceAll('-', ' ');
}

/** A brand's own upsell, which no link sells by itself. */
export function isSoldAfterwards({ code }: Product, brand: Brand): boolean {
  if (code === brand.productCode) return false;
  const offers = brand.flows.flatMap(({ steps: of }) => of.flatMap(({ props }) => props.upsell ?? []));
  return offers.some((offer) => offer.product === code && (offer.brand ?? brand.id) === brand.id);
}
