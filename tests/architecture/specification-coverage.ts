/**
 * Checks `docs/specification-coverage.md`: a table of the specification's lines, each with its code and tests.
 *
 *     | S4.12 | The rule in our words, its exact texts as `code` | `src/file.ts` | `src/file.test.ts` “name of the test” |
 *
 * A line has files and tests, or the later part of the work that brings it, or both. At least one of its test files has
 * a test named by its title, and each test that is named asserts something. A line of the table without an id continues
 * the one above it, so that no cell grows long.
 */
import { createTestSearch, type ReadFile } from './named-tests.ts';

/** The later parts of the work, as the table writes them. */
export const deferredMarks = [
  'later: every way to pay',
  'later: life after the first payment',
  'later: proof',
] as const;

/** One line of the table. */
export interface CoverageRow {
  readonly id: string;
  readonly section: number;
  readonly number: number;
  /** Exact texts that one of the files must contain. */
  readonly exact: readonly string[];
  readonly files: readonly string[];
  readonly tests: readonly { readonly file: string; readonly names: readonly string[] }[];
  readonly later: readonly string[];
}

const idShape = /^S([1-9])\.([1-9]\d*)$/;
const code = /`([^`]+)`/g;
const namedTest = /`([^`]+)`((?:\s*,?\s*“[^”]+”)*)/g;

/** The cells of a line of a Markdown table; a `\|` is a character of its cell. Null for any other line. */
function cellsOf(line: string): string[] | null {
  if (!/^\| (?:S| \|)/.test(line)) return null;
  const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
  return cells.slice(1, -1);
}

const codesIn = (text: string): string[] => [...text.matchAll(code)].map(([, found = '']) => found);

/** The lines of the table, and the problems of their format. */
export function readCoverage(page: string): { readonly rows: readonly CoverageRow[]; readonly problems: string[] } {
  const rows: CoverageRow[] = [];
  const problems: string[] = [];
  for (const line of page.split('\n')) {
    const cells = cellsOf(line);
    if (!cells) continue;
    const [id = '', rule = '', where = '', proof = ''] = cells;
    const above = id === '' ? rows.pop() : undefined;
    if (above && cells.length === 4) {
      const more = partsOf(rule, where, proof);
      rows.push({
        ...above,
        exact: [...above.exact, ...more.exact],
        files: [...above.files, ...more.files],
        tests: [...above.tests, ...more.tests],
        later: [...above.later, ...more.later],
      });
      continue;
    }
    const match = idShape.exec(id);
    if (!match || cells.length !== 4 || rule === '') {
      problems.push(`${id || line.slice(0, 40)} is no line of id, rule, files and tests`);
      continue;
    }
    rows.push({ id, section: Number(match[1]), number: Number(match[2]), ...partsOf(rule, where, proof) });
  }
  return { rows, problems };
}

function partsOf(rule: string, where: string, proof: string): Pick<CoverageRow, 'exact' | 'files' | 'tests' | 'later'> {
  return {
    exact: codesIn(rule),
    files: codesIn(where),
    tests: [...proof.matchAll(namedTest)].map(([, file = '', names = '']) => ({
      file,
      names: [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name),
    })),
    later: [...`${where} ${proof}`.matchAll(/later: [a-z ]+/g)].map(([mark]) => mark.trim()),
  };
}

/** Problems of the table; `read` gives a file of the repository, or null when there is none. */
export function coverageProblems(page: string, read: ReadFile): string[] {
  const { rows, problems } = readCoverage(page);
  const search = createTestSearch(read);
  return [
    ...problems,
    ...sequenceProblems(rows),
    ...rows.flatMap((row) => [...rowProblems(row, read), ...testProblems(row, read, search)]),
  ];
}

/** Each section from 1 to 9 has its lines, numbered from 1 without gaps. */
function sequenceProblems(rows: readonly CoverageRow[]): string[] {
  return Array.from({ length: 9 }, (_, index) => index + 1).flatMap((section) => {
    const own = rows.filter((row) => row.section === section);
    if (own.length === 0) return [`Section ${section} has no line`];
    return own.flatMap(({ id, number }, index) =>
      number === index + 1 ? [] : [`${id} stands where S${section}.${index + 1} belongs`],
    );
  });
}

function rowProblems(row: CoverageRow, read: ReadFile): string[] {
  const { id, exact, files, tests, later } = row;
  const problems: string[] = [];
  const unknown = later.filter((mark) => !deferredMarks.some((known) => known === mark));
  problems.push(...unknown.map((mark) => `${id} says “${mark}”, which is no later part of the work`));
  const isCarried = files.length > 0 && tests.length > 0;
  if (!isCarried && later.length === 0) problems.push(`${id} has neither files and tests nor a later part`);
  const texts = files.map((file) => [file, read(file)] as const);
  problems.push(
    ...texts.filter(([, text]) => text === null).map(([file]) => `${id} names ${file}, which is not there`),
  );
  if (files.length > 0) {
    const missing = exact.filter((wanted) => !texts.some(([, text]) => text?.includes(wanted)));
    problems.push(...missing.map((wanted) => `${id}: ${files.join(', ')} does not say “${wanted}”`));
  } else if (exact.length > 0 && later.length === 0) problems.push(`${id} quotes texts but names no file`);
  return problems;
}

/** A named test is in its file and asserts; a row whose test files have no named test is a problem. */
function testProblems(
  { id, tests }: CoverageRow,
  read: ReadFile,
  search: ReturnType<typeof createTestSearch>,
): string[] {
  if (tests.length > 0 && tests.every(({ names }) => names.length === 0)) return [`${id} names no test by its title`];
  return tests.flatMap(({ file, names }) => {
    if (read(file) === null || !/\.test\.tsx?$/.test(file)) return [`${id} names ${file}, which is no test`];
    return names.flatMap((name) => {
      const verdict = search(file, name);
      if (verdict === 'absent') return [`${id}: ${file} has no “${name}”`];
      return verdict === 'asserts' ? [] : [`${id}: “${name}” in ${file} asserts nothing`];
    });
  });
}
