import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readBrandSources } from '#src/branding/files/brand-folder.server.ts';
import { describeProblem } from '#src/branding/files/brand-problem.ts';
import { type CompiledWords, compileWords } from '#src/branding/words/compile-words.server.ts';
import { readWordFiles } from '#src/branding/words/word-files.server.ts';
import { createTranslator } from '#src/ui/words/translator.ts';
import { locales } from '#src/kernel/locale/locale.ts';
import { projectRoot } from '#tools/brands/brand-files.ts';

const problems: string[] = [];
const report = (problem: Parameters<typeof describeProblem>[0]) => void problems.push(describeProblem(problem));
const files = readWordFiles(projectRoot, report);
const table = compileWords(files, readBrandSources(path.join(projectRoot, 'brands'), report), report);
const texts = (locale: (typeof locales)[number]) =>
  Object.assign({}, ...files.map(({ words }) => words[locale] ?? {})) as Readonly<Record<string, string>>;

/** Payment methods, locations and pages that the market of Mozambique does not have. */
const brazilOnly =
  /rails\/(?!card\/|m-pesa\/)|pages\/(collect|gallery|samples|start)\/|steps\/livelo|site\/loyalty\/|order-status\/payee/;
/** Documents and accounts of other markets, which a page shows in these only. */
const brazilianDocuments =
  /^(validation\.|form\.document\.|method\.card\.(document|letters)|payment\.error\.note-letters|cooling-off\.details\.)/;
/** Words that differ in Mozambique; on a page of both markets, the difference would be a mistake. */
const brazilian =
  /(?<!\p{L})(você|senhas?|celular(es)?|comprovantes?|nota fiscal|notas fiscais|boletos?|CPF|CNPJ|CEP|Pix|cadastr\p{L}+|equipe|em andamento|aguardando|parcelas?|parcelar|oferta aceita|tod[oa] (mês|ano|semana)|(salvar|atualizar) o endereço)(?!\p{L})/iu;

/** Every name that a message may use, as a number that each plural must have a form for. */
const values = (count: number): Readonly<Record<string, number>> =>
  new Proxy({}, { get: () => count, has: () => true });

describe('every word', () => {
  test('is in each locale, with the same arguments, and so is what brands say their own way', () => {
    expect(problems).toEqual([]);
    const [brazil, peru] = [Object.keys(table['pt-BR'].base), Object.keys(table['es-PE'].base)];
    expect(brazil.length).toBeGreaterThan(600);
    expect(brazil.sort()).toEqual(peru.sort());
  });

  test.each(locales)('of %s can be said of none, one and many', (locale) => {
    const all: readonly CompiledWords[] = [table[locale].base, ...Object.values(table[locale].brands)];
    const broken = all.flatMap((words) => {
      const t = createTranslator(locale, words);
      return Object.keys(words).filter((key) =>
        [0, 1, 2, 5, 21, 100].some((count) => {
          const said = t(key, values(count));
          return said.trim() === '' || /undefined|\{|\}|NaN/.test(said);
        }),
      );
    });
    expect(broken).toEqual([]);
  });

  test('is in the language of its locale: none greets or thanks in English', () => {
    const english = /(?<!\p{L})(welcome|congratulations|thank you|thanks|your (purchase|order|payment))(?!\p{L})/iu;
    const said = locales.flatMap((locale) =>
      [table[locale].base, ...Object.values(table[locale].brands)].flatMap((words) => Object.entries(words)),
    );
    expect(said.filter(([, text]) => english.test(JSON.stringify(text)))).toEqual([]);
    expect(english.test('¡Welcome, Lucía!')).toBe(true);
  });

  test('of more than four words is translated: none is the same in Portuguese and Spanish', () => {
    const peru = texts('es-PE');
    const same = Object.entries(texts('pt-BR')).filter(
      ([key, text]) => text === peru[key] && text.split(/\s+/).filter((part) => /^\p{L}{2,}/u.test(part)).length > 4,
    );
    expect(same).toEqual([]);
  });

  test('of Mozambique differs from that of Brazil: what is the same is said once', () => {
    const brazil = texts('pt-BR');
    expect(Object.entries(texts('pt-MZ')).filter(([key, text]) => text === brazil[key])).toEqual([]);
  });

  test.each(locales)('of %s calls no button by a name that a brand has changed', (locale) => {
    const said = { ...texts('pt-BR'), ...texts(locale) };
    const changed = new Set(Object.values(table[locale].brands).flatMap((words) => Object.keys(words)));
    const buttons = [...changed].filter((key) => key.endsWith('.submit'));
    expect(buttons.length > 0 || locale !== 'pt-BR').toBe(true);
    const named = buttons.flatMap((button) => {
      const page = `${button.split('.')[0]}.`;
      const name = said[button] ?? '';
      return Object.keys(said).filter(
        (key) => key !== button && key.startsWith(page) && (said[key] ?? '').includes(` ${name}`),
      );
    });
    expect(named).toEqual([]);
  });

  test('of Mozambique that a buyer there can meet is said as it is said there', () => {
    const met = files.filter(({ file }) => !brazilOnly.test(file));
    const said = Object.assign({}, ...met.map(({ words }) => ({ ...words['pt-BR'], ...words['pt-MZ'] })));
    const foreign = Object.entries<string>(said).filter(
      ([key, text]) => brazilian.test(text) && !brazilianDocuments.test(key),
    );
    expect(foreign).toEqual([]);
  });
});
