import { describe, expect, test } from 'vitest';
import { toGsmText, fitOneSms } from '#src/domain/customers/phones/index.server.ts';
import { codeMessage, smsParts } from '#src/domain/customers/phones/sms-text.ts';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import { createTranslator } from '#src/ui/words/translator.ts';

const { brands, words } = readBrandParts();
const notices = [
  'failed',
  'unpaid',
  'again',
  'last-days',
  'suspended',
  'still-time',
  'ends-soon',
  'recovered',
  'canceled',
  'first-charge',
  'renewal-early',
  'renewal',
].map((kind) => `text.${kind}`);
const day = '28/12/2026';
const facts = { amount: 'R$\u00a011.140,00', charge: day, last: day, retry: day, until: day, ends: day, term: day };
/** As long as an address of a school's shop may get before its code's line outgrows the message. */
const origin = 'https://matricula.mentoring-league-society.example';

describe.each(brands.brands.map((brand) => [brand.id, brand] as const))('text messages of %s', (_id, brand) => {
  const keys = [...notices, 'phone-verification.sms'];
  const t = createTranslator(
    brand.locale,
    words.wordsFor({ brand: brand.brand, variant: brand.variant }, brand.locale, keys),
  );

  test('are one message each, in the GSM alphabet, with all their words', () => {
    for (const { title } of brand.products)
      for (const key of notices) {
        const write = (product: string) => toGsmText(t(key, { ...facts, brand: brand.name, product }));
        const text = fitOneSms(write, title);
        expect([text, smsParts(text)]).toEqual([text, 1]);
        expect(text).not.toMatch(/\{|text\./);
        expect(text).toBe(toGsmText(text));
        expect(text.replaceAll(/[¿¡]/g, '')).not.toMatch(/\?\S/);
      }
  });

  test('with a code leave room for the line that browsers read', () => {
    const text = codeMessage(t('phone-verification.sms', { brand: brand.name, code: '012345' }), '012345', origin);
    expect([text, smsParts(text)]).toEqual([text, 1]);
    expect(text).toContain('012345');
  });
});
