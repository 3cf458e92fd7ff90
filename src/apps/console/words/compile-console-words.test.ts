import path from 'node:path';
import { expect, test } from 'vitest';
import { createTranslator } from '#src/ui/words/translator.ts';
import { compileConsoleWords, readConsoleWords, type ConsoleWordFile } from './compile-console-words.server.ts';
import { consoleLocales } from './console-locales.ts';

const file = (words: Partial<ConsoleWordFile['words']>): ConsoleWordFile => ({
  file: 'a.copy.json',
  words: { 'pt-BR': {}, 'es-PE': {}, en: {}, ...words },
});
const problemsOf = (...files: readonly ConsoleWordFile[]) => compileConsoleWords(files).problems;

test('words of the console are complete, and can be said of none, one and many in each language', () => {
  const { words, problems } = compileConsoleWords(readConsoleWords(path.resolve(import.meta.dirname, '../../../..')));
  expect(problems).toEqual([]);
  const values = (count: number): Readonly<Record<string, number>> =>
    new Proxy({}, { get: () => count, has: () => true });
  const broken = consoleLocales.flatMap((locale) => {
    const t = createTranslator(locale, words[locale]);
    return Object.keys(words[locale]).filter((key) =>
      [0, 1, 2, 100].some((count) => /^\s*$|undefined|\{|\}|NaN/.test(t(key, values(count)))),
    );
  });
  expect(broken).toEqual([]);
  expect(Object.keys(words.en).length).toBeGreaterThan(50);
});

test('a key that a language lacks is named with its file and language', () => {
  expect(problemsOf(file({ 'pt-BR': { 'a.b': 'Oi' }, en: { 'a.b': 'Hi' } }))).toEqual([
    'a.copy.json: es-PE: a.b is missing',
  ]);
});

test('a key of two files, other arguments, and a message that no compiler reads are named', () => {
  const same = { 'pt-BR': { 'a.b': 'Oi {name}' }, 'es-PE': { 'a.b': 'Hola {nombre}' }, en: { 'a.b': 'Hi {name}' } };
  expect(problemsOf(file(same))).toEqual(['a.copy.json: es-PE: a.b has the arguments nombre, pt-BR has name']);
  const broken = { 'pt-BR': { 'a.c': 'Oi {n, plural, one {a}' }, 'es-PE': { 'a.c': 'Hola' }, en: { 'a.c': 'Hi' } };
  expect(problemsOf(file(broken))).toEqual([expect.stringContaining('pt-BR: a.c is no valid message')]);
  const plain = { 'pt-BR': { 'a.d': 'Oi' }, 'es-PE': { 'a.d': 'Hola' }, en: { 'a.d': 'Hi' } };
  expect(problemsOf(file(plain), file(plain))).toContain('a.copy.json: a.d is also in a.copy.json');
});
