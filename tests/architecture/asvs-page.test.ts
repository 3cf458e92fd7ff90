import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const page = readFileSync(path.join(root, 'docs/asvs.md'), 'utf8');

interface Requirement {
  readonly number: string;
  readonly level: string;
  readonly state: string;
  readonly files: readonly string[];
}

/** The cells of the lines of one table: the one under this heading. */
function tableUnder(heading: string): readonly (readonly string[])[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const lines = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('|'));
  const [, , ...rows] = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return rows;
}

const filesIn = (text: string): string[] => [...text.matchAll(/`([\w./-]+\.\w+)`/g)].map(([, file = '']) => file);
const met: readonly Requirement[] = tableUnder('Met').map(([number = '', level = '', , evidence = '']) => {
  return { number, level, state: 'met', files: filesIn(evidence) };
});
const short: readonly Requirement[] = tableUnder('Short of it').map(
  ([number = '', level = '', , state = '', evidence = '']) => ({ number, level, state, files: filesIn(evidence) }),
);
const absent: readonly Requirement[] = tableUnder('Does not apply').flatMap(([reason = '', first = '', second = '']) =>
  Object.entries({ 1: first, 2: second }).flatMap(([level, numbers]) =>
    (numbers.match(/V[\d.]+/g) ?? []).map((number) => {
      return { number, level, state: `does not apply: ${reason}`, files: filesIn(reason) };
    }),
  ),
);
const requirements: readonly Requirement[] = [...met, ...short, ...absent];
const states = ['met', 'partly', 'not met', 'not ours to test', 'does not apply'] as const;
const stateOf = ({ state }: Requirement): string | undefined => states.find((one) => state.startsWith(one));

/** Of level 3, those that protect money and are kept within reach. */
const chosen = ['V2.4.2', 'V3.4.7', 'V3.4.8', 'V15.4.1', 'V15.4.2', 'V15.4.3', 'V15.4.4'];
const ofLevel = (...levels: readonly string[]): readonly Requirement[] =>
  requirements.filter(({ level }) => levels.includes(level));
const partsOf = (number: string): readonly number[] => number.slice(1).split('.').map(Number);
function inOrder(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  const at = left.findIndex((part, index) => part !== right[index]);
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}
/** Met, and an automated test says so. */
const isShown = (one: Requirement): boolean =>
  stateOf(one) === 'met' && one.files.some((file) => /\.test\.tsx?$/.test(file));

test('each of the 253 requirements of levels 1 and 2 stands there once, in order, with the chosen ones of level 3', () => {
  const numbers = requirements.map(({ number }) => number);
  expect(numbers.filter((number) => !/^V\d+\.\d+\.\d+$/.test(number))).toEqual([]);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(ofLevel('1', '2')).toHaveLength(253);
  expect(
    ofLevel('3')
      .map(({ number }) => number)
      .toSorted(inOrder),
  ).toEqual(chosen);
  for (const table of [met, short]) {
    const own = table.map(({ number }) => number);
    expect(own).toEqual(own.toSorted(inOrder));
  }
  expect(requirements.filter(({ level }) => level === '1')).toHaveLength(70);
});

/** Each requirement that applies has evidence of its own; a chapter without one says why none of it applies. */
test('each of the 17 chapters has evidence or does not apply', () => {
  const chapterOf = ({ number }: Requirement): string => number.split('.')[0] ?? '';
  expect(new Set(requirements.map(chapterOf)).size).toBe(17);
  const applying = [...met, ...short];
  const shown = new Set(applying.filter(({ files }) => files.length > 0).map(chapterOf));
  expect(applying.map(chapterOf).filter((chapter) => !shown.has(chapter))).toEqual([]);
});

test('each has a plain state; what is short of it says why', () => {
  expect(requirements.filter((one) => stateOf(one) === undefined)).toEqual([]);
  expect(short.map(stateOf).filter((state) => state === 'met' || state === 'does not apply')).toEqual([]);
  const reasoned = requirements.filter((one) => stateOf(one) !== 'met');
  expect(reasoned.filter(({ state }) => !/^[a-z ]+: \S/.test(state) && !/^not met \S/.test(state))).toEqual([]);
});

test('a met requirement names evidence, and all named evidence exists', () => {
  const isEvidence = (file: string): boolean => /\.test\.tsx?$|^docs\/.+\.md$/.test(file);
  const bare = requirements.filter((one) => stateOf(one) === 'met' && !one.files.some(isEvidence));
  expect(bare.map(({ number }) => number)).toEqual([]);
  const named = [...new Set(requirements.flatMap(({ files }) => files))];
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('the figures at its head are those of the tables', () => {
  for (const state of states) {
    const said = new RegExp(`^\\| ${state} \\|[^|]*\\| (\\d+) \\|$`, 'm').exec(page)?.[1];
    expect([state, said]).toEqual([state, String(requirements.filter((one) => stateOf(one) === state).length)]);
  }
});

test('at least 60 % of the applicable requirements are met and shown by a test, as the page’s head says', () => {
  const applying = ofLevel('1', '2').filter((one) => stateOf(one) !== 'does not apply');
  const shown = applying.filter(isShown).length;
  const [, all, said, percent] = /Of the (\d+) requirements .+ \*\*(\d+) \((\d+) %\)/.exec(page) ?? [];
  const share = Math.floor((100 * shown) / applying.length);
  expect([all, said, percent]).toEqual([String(applying.length), String(shown), String(share)]);
  expect(share).toBeGreaterThanOrEqual(60);
  expect(page).toContain(
    `it is ${['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven'][ofLevel('3').filter(isShown).length]}.`,
  );
});
