import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { copyBrands, problemsIn } from '#tests/support/fixtures/brand-copy.ts';
import { projectRoot } from '../brands/brand-files.ts';
import { newBrand } from '../new-brand.ts';
import { askRest } from './ask-rest.ts';
import { themePresets } from './theme-presets.ts';
import { planBrand, questions } from './questions.ts';
import { symbols } from './symbols.ts';

const brands = copyBrands();
afterAll(() => brands.remove());

const said = { folder: 'curso-norte', name: 'Curso Norte', business: 'wiser', color: '#0b6f6b', price: '1.140,00' };

const flagsOf = (answers: Readonly<Record<string, string>>): string[] => [
  ...['--brands', brands.dir, '--quiet'],
  ...Object.entries(answers).flatMap(([name, value]) => [`--${name}`, value]),
];

/** Runs the tool with flags only. Returns its exit code and output. */
async function run(answers: Readonly<Record<string, string>>) {
  const [told, complained]: [string[], string[]] = [[], []];
  const status = await newBrand(flagsOf(answers), {
    tell: (text) => told.push(text),
    complain: (text) => complained.push(text),
  });
  return { status, stdout: told.join('\n'), stderr: complained.join('\n') };
}

/** The brands before; a refused brand adds nothing, neither in the folder nor beside it. */
function everything(): readonly string[] {
  return [...readdirSync(path.dirname(brands.dir)), ...readdirSync(brands.dir)];
}

describe('npm run new-brand', () => {
  const before = everything();

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['no colour', { color: 'teal' }, '--color "teal": must be a colour such as #0b6f6b'],
    ['no price', { price: 'free' }, '--price "free": must be an amount in BRL such as 1.140,00'],
    ['no business', { business: 'school' }, '--business "school": must be one of wiseup-online,'],
    ['no folder name', { folder: 'Curso Norte' }, '--folder "Curso Norte": must be small letters'],
    [
      'a name that no font has',
      { name: 'Курс' },
      '--name "Курс": has letters that the font files do not have: К у р с',
    ],
    [
      'a folder that is taken',
      { folder: 'medcof', key: 'norte' },
      'medcof exists already: a brand is never overwritten',
    ],
    ['a word of links that is taken', { key: 'ms' }, 'has the key or code of "meuSucesso" of meusucesso'],
    ['an area that is taken', { area: 'enem' }, 'curso-norte/brand.json: areas: "enem" is an area of aprova-total'],
    ['a flag that nobody reads', { colour: '#123456' }, "Unknown option '--colour'"],
  ])('refuses %s and writes nothing', async (_name, change, message) => {
    const { status, stderr } = await run({ ...said, ...change });
    expect(stderr).toContain(message);
    expect(status).toBe(1);
    expect(everything()).toEqual(before);
  });

  test('says every mistake at once', () => {
    const plan = planBrand({ folder: 'a b', price: 'x', mode: 'grey' });
    expect(plan.ok ? [] : plan.error.map((mistake) => mistake.split(' ', 1)[0])).toEqual([
      '--folder',
      '--name',
      '--business',
      '--color',
      '--mode',
      '--price',
    ]);
  });

  test('makes a brand in which nothing is wrong, formatted like the rest', async () => {
    const { status, stdout, stderr } = await run(said);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Curso Norte: 19 files in .*curso-norte\n/);
    const own = (await problemsIn(brands.dir)).filter((problem) => problem.includes('curso-norte'));
    expect(own).toEqual([]);
    const made = path.join(brands.dir, 'curso-norte');
    const catalog = readFileSync(path.join(made, 'catalog.json'), 'utf8');
    expect([...catalog.matchAll(/"([\w-]+)": \{ "active": true \}/g)].map(([, method]) => method)).toEqual([
      'credit-card',
      'nu-pay',
      'pix',
      'bankslip',
    ]);
    const formatter = path.join(projectRoot, 'node_modules/.bin/oxfmt');
    const config = path.join(projectRoot, '.oxfmtrc.json');
    const list = spawnSync(formatter, ['--list-different', '-c', config, made], { encoding: 'utf8' });
    expect([list.stdout, list.status]).toEqual(['', 0]);
  });

  test.each([
    ['PE', '1,188.00', 'es-PE', 'PEN'],
    ['MZ', '1.560,00', 'pt-MZ', 'MZN'],
  ])('makes one for %s: its money, its language, its ways to pay', async (market, price, locale, currency) => {
    const folder = `curso-${market.toLowerCase()}`;
    expect(await run({ ...said, folder, market, price })).toMatchObject({ status: 0, stderr: '' });
    expect((await problemsIn(brands.dir)).filter((problem) => problem.includes(folder))).toEqual([]);
    const read = (file: string): string => readFileSync(path.join(brands.dir, folder, file), 'utf8');
    expect(existsSync(path.join(brands.dir, folder, `copy/${locale}.json`))).toBe(true);
    expect(read('catalog.json')).toContain(`"currency": "${currency}"`);
    expect(read('catalog.json')).toMatch(/"methods": \{\s*"credit-card": \{ "active": true \}/);
    expect(read('catalog.json')).not.toContain('"pix"');
  });

  test.each(Object.keys(themePresets))('has the letters of the look %s', async (look) => {
    const folder = `look-${look}`;
    expect(await run({ ...said, folder, look, second: '#e8590c' })).toMatchObject({ status: 0, stderr: '' });
    expect((await problemsIn(brands.dir)).filter((problem) => problem.includes(folder))).toEqual([]);
  });
});

describe('on a terminal', () => {
  async function talk(given: Readonly<Record<string, string>>, lines: readonly string[]) {
    const [input, output] = [new PassThrough(), new PassThrough()];
    let shown = '';
    let next = 0;
    output.on('data', (chunk: Buffer) => {
      shown += chunk.toString();
      if (shown.endsWith(': ')) input.write(`${lines[next++] ?? ''}\n`);
    });
    return { answers: await askRest(given, input, output), shown, asked: next };
  }

  test('asks what no flag says, and again what makes no sense', async () => {
    const { answers, shown } = await talk({ name: 'Curso Norte', business: 'wiser' }, [
      'Curso Norte',
      'curso-norte',
      '',
      'teal',
      '#0b6f6b',
      '',
      'light',
      '',
      '',
      '',
      '1.140,00',
    ]);
    expect(shown).toContain('must be small letters, digits and single dashes');
    expect(shown).toContain('must be a colour such as #0b6f6b');
    expect(shown).toContain('must be said');
    expect(shown).not.toContain('Name that buyers see');
    expect(planBrand(answers)).toMatchObject({
      ok: true,
      value: { folder: 'curso-norte', mode: 'light', look: 'clear', product: 'Curso Norte', price: 114_000 },
    });
  });

  test('asks nothing when all is said', async () => {
    const all = Object.fromEntries(
      questions.map(({ name, otherwise }) => [
        name,
        Object.entries(said).find(([one]) => one === name)?.[1] ?? otherwise({ ...said, market: 'BR' }) ?? 'x',
      ]),
    );
    expect((await talk({ ...all, second: '#e8590c' }, [])).asked).toBe(0);
  });
});

test('the page that walks through it knows every flag and every choice', () => {
  const page = readFileSync(path.join(projectRoot, 'docs/how-to/add-a-brand.md'), 'utf8');
  const flags = questions.map(({ name }) => `\`--${name}\``);
  const choices = [...Object.keys(themePresets), ...Object.keys(symbols)].map((name) => `\`${name}\``);
  expect([...flags, ...choices].filter((word) => !page.includes(word))).toEqual([]);
});

test('the command of the page works as it stands there', async () => {
  const page = readFileSync(path.join(projectRoot, 'docs/how-to/add-a-brand.md'), 'utf8');
  const [, line = ''] = /npm run new-brand -- (.+)/.exec(page) ?? [];
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const pairs = words.flatMap((word, at) => (word.startsWith('--') ? [[word.slice(2), words[at + 1] ?? '']] : []));
  const answers = { ...Object.fromEntries(pairs), folder: 'from-the-page' };
  expect(await run(answers)).toMatchObject({ status: 0, stderr: '' });
});
