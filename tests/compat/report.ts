import { fillCells } from '#tests/support/fill-table-cells.ts';
import { bans, bansOn, factors, type FactorName } from './factors.ts';
import type { Row, Tuple } from './covering-rows.ts';

/** How a row went; `failure` says what was not as it must be. */
export interface Result {
  readonly row: Row;
  readonly failure: string | null;
}

const names = Object.keys(factors) as FactorName[];

function has(row: Row, tuple: Tuple): boolean {
  return Object.entries(tuple).every(([factor, level]) => row[factor] === level);
}

/** `yes`, the letters of the rules that forbid a pair, or `failed`. Never empty: a pair without a row is a fault of ours. */
export function cellOf(results: readonly Result[], impossible: readonly Tuple[], tuple: Tuple): string {
  const tried = results.filter(({ row }) => has(row, tuple));
  if (tried.some(({ failure }) => failure === null))
    return tried.every(({ failure }) => failure === null) ? 'yes' : 'failed';
  if (tried.length > 0) return 'failed';
  const isBanned = impossible.some((one) => has(one, tuple) && has(tuple, one));
  const letters = bansOn(tuple).map(({ id }) => id);
  return isBanned && letters.length > 0 ? `no (${letters.join(', ')})` : 'failed';
}

/** The table of one pair of factors: levels with equal cells share a line. Null when everything can be combined. */
function table(
  results: readonly Result[],
  impossible: readonly Tuple[],
  row: FactorName,
  column: FactorName,
): string | null {
  const columns: readonly string[] = factors[column];
  const levels = new Map<string, string[]>();
  for (const level of factors[row]) {
    const cells = columns.map((other) => cellOf(results, impossible, { [row]: level, [column]: other })).join(' | ');
    levels.set(cells, [...(levels.get(cells) ?? []), level]);
  }
  const allYes = columns.map(() => 'yes').join(' | ');
  if (levels.size === 1 && levels.has(allYes)) return null;
  return [
    `| ${row} \\ ${column} | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '---|').join('')}`,
    ...[...levels].flatMap(([cells, alike]) => fillCells(alike).map((some) => `| ${some} | ${cells} |`)),
  ].join('\n');
}

const valueLines = (name: FactorName): readonly string[] =>
  fillCells(factors[name]).map((values, index) => `| ${index === 0 ? name : ''} | ${values} |`);

/** The published page: what can be used together, proved by the rows that were bought. */
export function report(results: readonly Result[], impossible: readonly Tuple[]): string {
  const pairs = names.flatMap((row, index) => names.slice(index + 1).map((column) => [row, column] as const));
  const passed = results.filter(({ failure }) => failure === null).length;
  const tables = pairs.map(([row, column]) => ({
    title: `${row} × ${column}`,
    text: table(results, impossible, row, column),
  }));
  const free = tables.filter(({ text }) => text === null).length;
  const used = bans.filter(({ id }) => impossible.some((tuple) => bansOn(tuple).some((ban) => ban.id === id)));
  return [
    '# What can be used together',
    [
      'Written by `npm run compat`: every pair of these choices, and every triple of method, installments and order bump, of',
      'method, points and refund, and of method, voucher and refund, was bought through the HTTP API on the sandbox and',
      'refunded. Afterwards the books were compared from outside.',
    ].join('\n'),
    `**${results.length} purchases, ${passed} as they must be, ${results.length - passed} not.**`,
    '`yes`: bought in at least one of them. `no`: forbidden by the law, scheme or contract that the letter names.',
    '## Choices',
    ['| Choice | Values |', '|---|---|', ...names.flatMap(valueLines)].join('\n'),
    '## What is forbidden',
    used.map(({ id, rule }) => `- **${id}**: ${rule}`).join('\n'),
    ...tables.flatMap(({ title, text }) => (text === null ? [] : [`### ${title}`, text])),
    `In the other ${free} pairs every value combines with every other.`,
    '',
  ].join('\n\n');
}
