import { expect, test } from 'vitest';
import { localeOfLanguages } from './console-locales.ts';

test.each([
  [['es-MX', 'en-US'], 'es-PE'],
  [['fr-FR', 'en-GB'], 'en'],
  [['pt-PT'], 'pt-BR'],
  [['de'], 'pt-BR'],
  [[], 'pt-BR'],
])('a browser that asks for %j reads %s', (languages, locale) => expect(localeOfLanguages(languages)).toBe(locale));
