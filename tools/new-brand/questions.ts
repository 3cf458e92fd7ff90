import { businesses } from '#src/branding/files/brand-schemas.server.ts';
import { themeModes } from '#src/branding/brand.types.ts';
import { countries } from '#src/kernel/locale/locale.ts';
import { parseMoney } from '#src/kernel/money/parse-money.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { characterSets } from '../fonts/characters.ts';
import { type BrandPlan, markets } from './brand-plan.ts';
import { themePresets } from './theme-presets.ts';
import { readHex } from './oklch.ts';
import { symbolFor, symbols } from './symbols.ts';
import { secondOf } from './theme-colors.ts';

/** Answers as they were typed, by question. */
export type Answers = Readonly<Record<string, string>>;

/** One property of a new brand: a flag, and a question when the flag is missing. */
export interface Question {
  readonly name: string;
  readonly ask: string;
  /** The default, from the answers before; null: an answer is required. */
  readonly otherwise: (answers: Answers) => string | null;
  /** The error of an answer; null when it is valid. */
  readonly wrong: (text: string, answers: Answers) => string | null;
  /** Set by its flag only, without a question. */
  readonly isQuiet?: true;
}

const word = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const kebab = (text: string) => (word.test(text) ? null : 'must be small letters, digits and single dashes');
const oneOf =
  (all: readonly string[]) =>
  (text: string): string | null =>
    all.includes(text) ? null : `must be one of ${all.join(', ')}`;
const sentence = (text: string) => (text.length <= 120 ? null : 'must be at most 120 letters');
const hex = (text: string) => (readHex(text) ? null : 'must be a colour such as #0b6f6b');

function nameWrong(text: string): string | null {
  const strange = [...text].filter((letter) => !characterSets.display.includes(letter));
  if (strange.length > 0) return `has letters that the font files do not have: ${[...new Set(strange)].join(' ')}`;
  return text.length <= 30 ? null : 'must be at most 30 letters: it is the logo';
}

function priceWrong(text: string, answers: Answers): string | null {
  const { currency, locale } = marketOf(answers);
  const price = parseMoney(text, currency, locale);
  if (!price.ok) return `must be an amount in ${currency} such as ${currency === 'PEN' ? '1,140.00' : '1.140,00'}`;
  return price.value.amount >= 100n && price.value.amount <= 10n ** 9n ? null : 'must be from 1 to 10 million';
}

function marketOf(answers: Answers) {
  return markets[countries.find((country) => country === answers['market']) ?? 'BR'];
}

/** In the order of the questions; a default may depend on the answers before it. */
export const questions: readonly Question[] = [
  { name: 'folder', ask: 'Folder and word of links', otherwise: () => null, wrong: kebab },
  { name: 'name', ask: 'Name that buyers see', otherwise: () => null, wrong: nameWrong },
  { name: 'market', ask: `Country (${countries.join(', ')})`, otherwise: () => 'BR', wrong: oneOf(countries) },
  {
    name: 'business',
    ask: `Business that sells it (${businesses.join(', ')})`,
    otherwise: ({ folder = '' }) => businesses.find((one) => one === folder) ?? null,
    wrong: oneOf(businesses),
  },
  { name: 'color', ask: 'First colour (#rrggbb)', otherwise: () => null, wrong: hex },
  {
    name: 'second',
    ask: 'Second colour (#rrggbb; empty: one that goes with the first)',
    otherwise: () => '',
    wrong: (text) => (text === '' ? null : hex(text)),
  },
  { name: 'mode', ask: `Mode (${themeModes.join(', ')})`, otherwise: () => 'dark', wrong: oneOf(themeModes) },
  {
    name: 'look',
    ask: `Letters and shapes (${Object.keys(themePresets).join(', ')})`,
    otherwise: () => 'clear',
    wrong: oneOf(Object.keys(themePresets)),
  },
  { name: 'product', ask: 'What is sold', otherwise: ({ name = '' }) => name, wrong: sentence },
  { name: 'price', ask: 'Price of a year', otherwise: () => null, wrong: priceWrong },
  {
    name: 'symbol',
    ask: `Symbol (${Object.keys(symbols).join(', ')})`,
    otherwise: ({ folder = '' }) => symbolFor(folder),
    wrong: oneOf(Object.keys(symbols)),
    isQuiet: true,
  },
  { name: 'key', ask: 'Word of links', otherwise: ({ folder = '' }) => folder, wrong: kebab, isQuiet: true },
  {
    name: 'company',
    ask: 'Company that signs the contract',
    otherwise: (answers) => `${answers['name'] ?? ''} ${marketOf(answers).company}`,
    wrong: sentence,
    isQuiet: true,
  },
  {
    name: 'tax-id',
    ask: 'Its CNPJ, NUIT or RUC',
    otherwise: (answers) => marketOf(answers).sample.taxId,
    wrong: (text, answers) => (marketOf(answers).isTaxId(text) ? null : 'must be the number of a company there'),
    isQuiet: true,
  },
  {
    name: 'address',
    ask: 'Its address in one line',
    otherwise: (answers) => marketOf(answers).sample.address,
    wrong: sentence,
    isQuiet: true,
  },
  {
    name: 'email',
    ask: 'E-mail where buyers reach it',
    otherwise: ({ folder = '' }) => `contato@${folder}.example`,
    wrong: (text) => (/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text) ? null : 'must be an e-mail address'),
    isQuiet: true,
  },
  {
    name: 'installments',
    ask: 'Most parts without interest',
    otherwise: (answers) => (marketOf(answers).currency === 'BRL' ? '12' : '1'),
    wrong: (text) => (/^(?:[1-9]|1\d|2[0-4])$/.test(text) ? null : 'must be a number from 1 to 24'),
    isQuiet: true,
  },
  {
    name: 'domain',
    ask: "Host of the school's site",
    otherwise: ({ folder = '' }) => `${folder}.example`,
    wrong: (text) =>
      /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(text) ? null : 'must be a host such as escola.com.br, without https://',
    isQuiet: true,
  },
  {
    name: 'area',
    ask: 'Area that selects it',
    otherwise: () => '',
    wrong: (text) => text && kebab(text),
    isQuiet: true,
  },
];

/** The plan from the answers, or every mistake in them, each with its flag. */
export function planBrand(given: Answers): Result<BrandPlan, readonly string[]> {
  const answers: Record<string, string> = {};
  const mistakes: string[] = [];
  for (const { name, otherwise, wrong } of questions) {
    const said = given[name]?.trim() || null;
    const answer = said ?? otherwise(answers);
    if (answer === null) mistakes.push(`--${name} is missing`);
    else {
      answers[name] = answer;
      const mistake = wrong(answer, answers);
      // An error that only follows from another answer's error is not reported.
      if (mistake && (said !== null || mistakes.length === 0))
        mistakes.push(`--${name} ${JSON.stringify(answer)}: ${mistake}`);
    }
  }
  const market = countries.find((country) => country === answers['market']);
  const mode = themeModes.find((one) => one === answers['mode']);
  const first = readHex(answers['color'] ?? '');
  const price = market && parseMoney(answers['price'] ?? '', markets[market].currency, markets[market].locale);
  if (mistakes.length > 0 || !market || !mode || !first || !price?.ok) return err(mistakes);
  const say = (name: string): string => answers[name] ?? '';
  return ok({
    folder: say('folder'),
    name: say('name'),
    businessName: say('company'),
    business: say('business'),
    market,
    mode,
    first,
    second: readHex(say('second')) ?? secondOf(first),
    look: say('look'),
    symbol: say('symbol'),
    key: say('key'),
    product: say('product'),
    price: Number(price.value.amount),
    installments: Number(say('installments')),
    domain: say('domain'),
    area: say('area') || null,
    taxId: say('tax-id'),
    address: say('address'),
    email: say('email'),
  });
}
