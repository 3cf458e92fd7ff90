import { describe, expect, test } from 'vitest';
import { createTranslator } from '#src/ui/words/translator.ts';
import type { BrandFolder, BrandSource } from '../files/brand-folder.server.ts';
import { describeProblem } from '../files/brand-problem.ts';
import type { JsonTree } from '../files/merge-patch.ts';
import { compileWords } from './compile-words.server.ts';
import type { WordFile } from './word-files.server.ts';
import { wordStore } from './word-store.server.ts';

const base: WordFile = {
  file: 'src/lead.copy.json',
  words: {
    'pt-BR': {
      'lead.title': 'Seus dados',
      'lead.phone': 'Celular',
      'lead.left': '{count, plural, one {# vaga} other {# vagas}} para {name}',
      'other.title': 'Outra',
    },
    'pt-MZ': { 'lead.phone': 'Telemóvel' },
    'es-PE': {
      'lead.title': 'Tus datos',
      'lead.phone': 'Celular',
      'lead.left': 'Para {name}: {count, plural, one {# cupo} other {# cupos}}',
      'other.title': 'Otra',
    },
  },
};

function folder(path: string, files: Readonly<Record<string, JsonTree>>): BrandFolder {
  return {
    path,
    files: new Map(Object.entries(files)),
    images: new Map(),
    media: new Set(),
    texts: new Map(),
    terms: new Map(),
  };
}

function source(
  files: Readonly<Record<string, JsonTree>>,
  variant: Readonly<Record<string, JsonTree>> = {},
): BrandSource {
  return {
    name: 'school',
    base: folder('school', files),
    variants: new Map([['mz', folder('school/variants/mz', variant)]]),
  };
}

function compile(files: readonly WordFile[], ...sources: BrandSource[]) {
  const problems: string[] = [];
  const table = compileWords(files, sources, (problem) => problems.push(describeProblem(problem)));
  return { table, problems };
}

function say(
  owner: { brand: string; variant: string | null } | null,
  locale: 'pt-BR' | 'pt-MZ' | 'es-PE',
  key: string,
  values = {},
) {
  const { table } = compile(
    [base],
    source(
      {
        'copy/pt-BR.json': { 'lead.title': 'Sua matrícula', 'lead.phone': 'WhatsApp' },
        'copy/pt-MZ.json': { 'lead.phone': 'Telemóvel (WhatsApp)' },
      },
      { 'copy/pt-MZ.json': { 'lead.title': 'A sua matrícula' } },
    ),
  );
  // As a build keeps them: in JSON.
  const store = wordStore(JSON.parse(JSON.stringify(table)));
  return createTranslator(locale, store.wordsFor(owner, locale, ['lead.']))(key, values);
}

describe('words', () => {
  const school = { brand: 'school', variant: null };
  const mozambique = { brand: 'school', variant: 'mz' };

  test.each([
    [null, 'pt-BR', 'lead.title', 'Seus dados'],
    [null, 'pt-MZ', 'lead.title', 'Seus dados'],
    [null, 'pt-MZ', 'lead.phone', 'Telemóvel'],
    [null, 'es-PE', 'lead.title', 'Tus datos'],
    [school, 'pt-BR', 'lead.title', 'Sua matrícula'],
    [school, 'es-PE', 'lead.title', 'Tus datos'],
    [school, 'pt-MZ', 'lead.title', 'Sua matrícula'],
    [school, 'pt-MZ', 'lead.phone', 'Telemóvel (WhatsApp)'],
    [mozambique, 'pt-MZ', 'lead.title', 'A sua matrícula'],
    [mozambique, 'pt-MZ', 'lead.phone', 'Telemóvel (WhatsApp)'],
    [mozambique, 'pt-BR', 'lead.title', 'Sua matrícula'],
    [{ brand: 'unknown', variant: null }, 'pt-BR', 'lead.title', 'Seus dados'],
  ] as const)('of %j in %s: %s is %s', (owner, locale, key, text) => {
    expect(say(owner, locale, key)).toBe(text);
  });

  test.each([
    ['pt-BR', 1, '1 vaga para Ana'],
    ['pt-BR', 2, '2 vagas para Ana'],
    ['es-PE', 1, 'Para Ana: 1 cupo'],
  ] as const)('count in %s: %d', (locale, count, text) => {
    expect(say(null, locale, 'lead.left', { count, name: 'Ana' })).toBe(text);
  });

  test('leave for a page are only those that it asks for', () => {
    const store = wordStore(compile([base]).table);
    expect(Object.keys(store.wordsFor(null, 'pt-BR', ['lead.t']))).toEqual(['lead.title']);
    expect(Object.keys(store.wordsFor(null, 'pt-BR', ['']))).toHaveLength(4);
    expect(store.wordsFor(null, 'pt-BR', [])).toEqual({});
    expect(store.wordsFor(null, 'pt-BR', ['lead.'])).toBe(store.wordsFor(null, 'pt-BR', ['lead.']));
  });

  const more = (words: WordFile['words']): WordFile => ({ file: 'src/more.copy.json', words });

  test.each<[string, WordFile[], BrandSource[], string]>([
    ['a key that Peru lacks', [more({ 'pt-BR': { 'a.b': 'x' } })], [], 'src/more.copy.json: es-PE: a.b: is missing'],
    ['a key that Brazil lacks', [more({ 'es-PE': { 'a.b': 'x' } })], [], 'src/more.copy.json: pt-BR: a.b: is missing'],
    [
      'a Mozambican key without a base',
      [more({ 'pt-MZ': { 'a.b': 'x' } })],
      [],
      'src/more.copy.json: pt-MZ: a.b: does not exist in pt-BR',
    ],
    [
      'a key in two files',
      [base, more({ 'pt-BR': { 'lead.title': 'x' } })],
      [],
      'src/more.copy.json: pt-BR: lead.title: is also in src/lead.copy.json',
    ],
    [
      'an argument that a translation lacks',
      [more({ 'pt-BR': { 'a.b': '{n} x' }, 'es-PE': { 'a.b': 'x' } })],
      [],
      'src/more.copy.json: es-PE: a.b: has the arguments none, pt-BR has n',
    ],
    [
      'an argument inside a plural',
      [
        more({
          'pt-BR': { 'a.b': '{n, plural, one {#} other {# de {m}}}' },
          'es-PE': { 'a.b': '{n, plural, one {#} other {#}}' },
        }),
      ],
      [],
      'src/more.copy.json: es-PE: a.b: has the arguments n, pt-BR has m, n',
    ],
    [
      'a message that cannot be read',
      [more({ 'pt-BR': { 'a.b': '{n' }, 'es-PE': { 'a.b': 'x' } })],
      [],
      'src/more.copy.json: pt-BR: a.b: is no valid message',
    ],
    [
      'a brand word that is none of the product',
      [base],
      [source({ 'copy/pt-BR.json': { 'lead.titel': 'x' } })],
      'school/copy/pt-BR.json: lead.titel: is no word of the product',
    ],
    [
      'a title that says how an order stands',
      [more({ 'pt-BR': { 'awaiting.title': 'Falta pagar' }, 'es-PE': { 'awaiting.title': 'Falta pagar' } })],
      [source({ 'copy/pt-BR.json': { 'awaiting.title': 'Concluso' } })],
      'school/copy/pt-BR.json: awaiting.title: says how an order stands: a brand may not change it',
    ],
    ...['email.order-paid.subject', 'email.term-paid.heading', 'success.pix.awaiting'].map(
      (key): [string, WordFile[], BrandSource[], string] => [
        `a brand's own ${key}`,
        [more({ 'pt-BR': { [key]: 'Falta pagar' }, 'es-PE': { [key]: 'Falta pagar' } })],
        [source({ 'copy/pt-BR.json': { [key]: 'Tudo certo' } })],
        `school/copy/pt-BR.json: ${key}: says how an order stands: a brand may not change it`,
      ],
    ),
    [
      'a brand word with a strange argument',
      [base],
      [source({}, { 'copy/pt-MZ.json': { 'lead.title': '{who}' } })],
      'school/variants/mz/copy/pt-MZ.json: lead.title: has arguments that nobody fills: who',
    ],
    [
      'a brand word without an argument of the product',
      [base],
      [source({ 'copy/pt-BR.json': { 'lead.left': 'Restam {count}' } })],
      'school/copy/pt-BR.json: lead.left: leaves out the arguments name',
    ],
    [
      'a plural without a form for one',
      [more({ 'pt-BR': { 'a.b': '{n, plural, =0 {} other {#}}' }, 'es-PE': { 'a.b': '{n}' } })],
      [],
      'src/more.copy.json: pt-BR: a.b: the plural of n has no form "one"',
    ],
    [
      'a plural inside a choice without a form for one',
      [base],
      [source({ 'copy/pt-BR.json': { 'lead.left': '{name, select, x {y} other {{count, plural, other {#}}}}' } })],
      'school/copy/pt-BR.json: lead.left: the plural of count has no form "one"',
    ],
    [
      'a plural without a form for the others',
      [more({ 'pt-BR': { 'a.b': '{n, plural, one {#}}' }, 'es-PE': { 'a.b': '{n}' } })],
      [],
      'src/more.copy.json: pt-BR: a.b: ',
    ],
    [
      'a brand word that is empty',
      [base],
      [source({ 'copy/pt-BR.json': { 'lead.title': '' } })],
      'school/copy/pt-BR.json: lead.title: is empty',
    ],
  ])('%s is found', (_name, files, sources, problem) => {
    expect(compile(files, ...sources).problems.join('\n')).toContain(problem);
  });

  test('without mistakes are compiled in silence', () => {
    expect(compile([base], source({ 'copy/pt-BR.json': { 'lead.left': '{name}: restam {count}' } })).problems).toEqual(
      [],
    );
  });
});
