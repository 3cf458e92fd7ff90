import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { explainedSales } from '#tests/support/fixtures/explained-sales.ts';

const root = path.resolve(import.meta.dirname, '../..');
const page = readFileSync(path.join(root, 'docs/failure-cases.md'), 'utf8');

interface CaseRow {
  readonly number: string;
  readonly what: string;
  /** The rule by which the console explains such a sale; `–`: nobody sees it on a sale. */
  readonly rule: string;
  readonly tests: readonly { readonly file: string; readonly name: string }[];
}

/** The cases with their tests. A line without a number has a further test of the case above it. */
function rowsOf(text: string): readonly CaseRow[] {
  const rows: CaseRow[] = [];
  for (const line of text.split('\n').filter((one) => /^\| (?:[TS]-\d\d )?\|/.test(one))) {
    const [number = '', what = '', proof = '', rule = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    const tests = [...proof.matchAll(/`([^`]+)` “([^”]+)”/g)].map(([, file = '', name = '']) => ({ file, name }));
    const above = number === '' ? rows.pop() : undefined;
    rows.push(
      above ? { ...above, tests: [...above.tests, ...tests] } : { number, what, rule: rule.replaceAll('`', ''), tests },
    );
  }
  return rows;
}

/** What is wrong with the rows: a number without a test, a file or a name that is not there, a name without the number. */
function problemsOf(text: string): readonly string[] {
  return rowsOf(text).flatMap(({ number, what, tests }) => [
    ...(what === '' || tests.length === 0 ? [`${number} has no words or no test`] : []),
    ...tests.flatMap(({ file, name }) => {
      if (!/\.test\.tsx?$/.test(file) || !existsSync(path.join(root, file))) return [`${number}: no test file ${file}`];
      // A title begins with it: a comment or a text in a test is none.
      const isTitle = ["'", '"', '`'].some((quote) =>
        readFileSync(path.join(root, file), 'utf8').includes(quote + name),
      );
      if (!isTitle) return [`${number}: ${file} has no “${name}”`];
      return name.includes(number) ? [] : [`${number}: “${name}” does not say its number`];
    }),
  ]);
}

const numbers = (prefix: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}-${String(index + 1).padStart(2, '0')}`);

describe('failures that others had', () => {
  test('stand on the page, each once, all 53 of money and twelve of abuse', () => {
    expect(rowsOf(page).map(({ number }) => number)).toEqual([...numbers('T', 53), ...numbers('S', 12)]);
  });

  test('have each a test that says their number', () => {
    expect(problemsOf(page)).toEqual([]);
  });

  test('name the rule that explains them, but for those that show on no sale', () => {
    // `explain.test.ts` holds that there is a sample sale for every rule.
    const known = new Set(Object.keys(explainedSales));
    const rows = rowsOf(page);
    expect(rows.filter(({ rule }) => rule !== '–' && !known.has(rule))).toEqual([]);
    // Pages, speed, arithmetic, sold-out offers, the database, and money or data of somebody else.
    const unseen = ['06', '21', '25', '30', '31', '36', '38', '43', '44', '45', '50'].map((one) => `T-${one}`);
    const money = rows.filter(({ number, rule }) => number.startsWith('T') && rule === '–');
    expect(money.map(({ number }) => number)).toEqual(unseen);
  });

  test('a row is refused that has none, or names what is not there', () => {
    const file = 'src/domain/payments/scenarios/two-tabs.test.ts';
    const bad = [
      '| T-03 | Words | |',
      '| T-03 | Words | `src/gone.test.ts` “T-03 with the same link” |',
      `| T-03 | Words | \`${file}\` “T-03 with another link” |`,
      `| T-04 | Words | \`${file}\` “T-03 with the same link” |`,
    ];
    expect(bad.map((row) => problemsOf(row).length)).toEqual([1, 1, 1, 1]);
    const good = `| T-03 | Words | \`${file}\` “T-03 with the same link” |`;
    expect(problemsOf(good)).toEqual([]);
    expect(problemsOf(`${good}\n| | | \`${file}\` “T-03 with another link” |`)).toHaveLength(1);
    expect(problemsOf(`| | | \`${file}\` “T-03 with the same link” |`)).not.toEqual([]);
  });
});
