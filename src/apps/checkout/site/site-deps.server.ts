import { createTranslator, type Translator } from '#src/ui/words/translator.ts';
import type { PageRequest } from '../framework/page.server.ts';
import type { CheckoutDeps } from './checkout-deps.server.ts';
import { LruCache } from './lru-cache.server.ts';
import type { SiteDeps } from './build-request.server.ts';

/** The composition's parts with what the site keeps of them. */
export function siteDeps(given: CheckoutDeps, inlineSteps: PageRequest['inlineSteps']): SiteDeps {
  const translators = new LruCache<Translator>(500);
  return {
    ...given,
    inlineSteps,
    translator: (visit, locale) =>
      translators.get(`${visit?.brand.id ?? ''} ${locale}`, () =>
        createTranslator(locale, given.words.wordsFor(visit?.brand ?? null, locale, [''])),
      ),
  };
}
