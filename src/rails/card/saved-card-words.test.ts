import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { expect, test } from 'vitest';
import renew from '#src/apps/checkout/steps/renew/renew.copy.json' with { type: 'json' };
import upsell from '#src/apps/checkout/site/upsell/upsell.copy.json' with { type: 'json' };
import type { ComputedQuote } from '#src/domain/checkout/quotes/index.ts';
import { oneClickText } from '#src/domain/sales/upsells/index.ts';
import { locales } from '#src/kernel/locale/locale.ts';
import { createTranslator } from '#src/ui/words/translator.ts';
import own from './card.copy.json' with { type: 'json' };

const bases = { 'pt-BR': 'pt-BR', 'pt-MZ': 'pt-BR', 'es-PE': 'es-PE' } as const;

/** The words of a locale, merged over those of its base locale. */
function wordsIn(locale: (typeof locales)[number]) {
  const texts = [bases[locale], locale]
    .flatMap((one) => [own[one], upsell[one], renew[one]].map(Object.entries))
    .flat();
  return createTranslator(
    locale,
    Object.fromEntries(texts.map(([key, text]) => [key, compileMessageOrThrow(String(text))])),
  );
}

const quote: ComputedQuote = {
  ...{ productCode: 'course', planId: 'semester', planType: 'semester', currency: 'BRL', lines: [] },
  ...{ voucher: null, discount: 0n, total: 71_400n, installments: [], methods: [] },
};

test.each(locales)('a kept card of an unknown brand reads as a part of its sentences in %s', (locale) => {
  const words = wordsIn(locale);
  const isSpanish = locale === 'es-PE';
  const agreed = (brand: string): string =>
    oneClickText(words, {
      ...{ quote, locale, takesInstallments: false, product: 'Course', merchant: 'School' },
      profile: { rail: 'card', brand, last4: '1234' },
    }).agree;
  expect(agreed('aura')).toContain(isSpanish ? 'con la tarjeta terminada en 1234,' : 'com o cartão final 1234,');
  expect(agreed('visa')).toContain(isSpanish ? 'con Visa terminada en 1234,' : 'com Visa final 1234,');
  const instrument = words('method.card.saved.within', { brand: 'aura', last4: '1234' });
  expect(words('renew.saved', { price: '1', instrument })).toContain(
    isSpanish ? 'con la tarjeta terminada en 1234' : 'com o cartão final 1234',
  );
});
