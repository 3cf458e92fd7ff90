import { setupI18n } from '@lingui/core';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMessage } from './format-message.ts';
import { createTranslator } from './translator.ts';

const messages = [
  'Pagamento',
  'Olá, {name}!',
  '{name} e {name}',
  "Diga '{name}' ao banco",
  '{count, plural, one {Há 1 campo para revisar.} other {Há # campos para revisar.}}',
  '{count, plural, =0 {Nada} one {# curso de {name}} other {# cursos de {name}}} no carrinho',
  '{kind, select, school {A escola {name}} other {Outra coisa}}',
  '{kind, select, school {{count, plural, one {# aula} other {# aulas}}} other {}}',
];
const locales = ['pt-BR', 'pt-MZ', 'es-PE'];

/** The compiler's own runtime, which ours replaces, must give the same text. */
function byTheLibrary(locale: string, text: string, values: Record<string, string | number>): string {
  const i18n = setupI18n({ locale, messages: { [locale]: { key: compileMessageOrThrow(text) } } });
  return i18n._('key', values);
}

describe('formatMessage', () => {
  test('says what the compiler’s own runtime says', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...messages),
        fc.constantFrom(...locales),
        fc.record({
          name: fc.string(),
          count: fc.integer({ min: 0, max: 999 }),
          kind: fc.constantFrom('school', 'brand', ''),
        }),
        (text, locale, values) => {
          expect(formatMessage(compileMessageOrThrow(text), locale, values)).toBe(byTheLibrary(locale, text, values));
        },
      ),
    );
  });

  test('a sharp outside of a plural is a sharp', () => {
    expect(formatMessage(compileMessageOrThrow('Sala # {name}'), 'pt-BR', { name: 'B' })).toBe('Sala # B');
  });

  test('what our words never use is refused', () => {
    expect(() => formatMessage(compileMessageOrThrow('{at, date, short}'), 'pt-BR', { at: 1 })).toThrow(/no date/);
  });
});

describe('createTranslator', () => {
  test('shows a key that has no words, also one that every object has', () => {
    const t = createTranslator('pt-BR', { 'a.b': ['Oi ', ['name']] });
    expect(t('a.b', { name: 'Ana' })).toBe('Oi Ana');
    expect(t('toString')).toBe('toString');
    expect(t.has('toString')).toBe(false);
  });
});
