import { createTranslator, type Translator } from '#src/ui/words/translator.ts';
import type { GalleryBook } from '../pages/gallery/gallery.types.ts';
import type { CheckoutDeps } from './checkout-deps.server.ts';
import { Keep } from './keep.server.ts';
import type { SiteDeps } from './open-request.server.ts';

/** The composition's parts with what the site keeps of them; `gallery` is asked when somebody looks at it. */
export function siteDeps(given: CheckoutDeps, gallery: () => GalleryBook | null = () => null): SiteDeps {
  const translators = new Keep<Translator>(500);
  return {
    ...given,
    gallery,
    translator: (visit, locale) =>
      translators.get(`${visit?.brand.id ?? ''} ${locale}`, () =>
        createTranslator(locale, given.words.wordsFor(visit?.brand ?? null, locale, [''])),
      ),
  };
}
