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

const requirements: readonly Requirement[] = page
  .split('\n')
  .filter((line) => /^\| V\d+\.\d+\.\d+ \|/.test(line))
  .map((line) => {
    const [number = '', level = '', , state = '', evidence = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return { number, level, state, files: [...evidence.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file) };
  });
const states = ['met', 'partly', 'not met', 'not ours to test', 'does not apply'] as const;
const stateOf = ({ state }: Requirement): string | undefined => states.find((one) => state.startsWith(one));

test('each of the 253 requirements of levels 1 and 2 stands there once, in order', () => {
  const numbers = requirements.map(({ number }) => number);
  expect(new Set(numbers).size).toBe(253);
  const parts = (number: string): readonly number[] => number.slice(1).split('.').map(Number);
  const inOrder = numbers.toSorted((a, b) => {
    const [left, right] = [parts(a), parts(b)];
    const at = left.findIndex((part, index) => part !== right[index]);
    return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
  });
  expect(numbers).toEqual(inOrder);
  expect(requirements.filter(({ level }) => level === '1')).toHaveLength(70);
});

test('each has a plain state; what is short of it says why', () => {
  expect(requirements.filter((one) => stateOf(one) === undefined)).toEqual([]);
  const reasoned = requirements.filter((one) => stateOf(one) !== 'met');
  expect(reasoned.filter(({ state }) => !/^[a-z ]+: \S/.test(state) && !/^not met \S/.test(state))).toEqual([]);
});

test('what is met names evidence, and everything that is named is there', () => {
  expect(requirements.filter((one) => stateOf(one) === 'met' && one.files.length === 0)).toEqual([]);
  const named = [...new Set(requirements.flatMap(({ files }) => files))];
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('the figures at its head are those of the tables', () => {
  for (const state of states) {
    const said = new RegExp(`^\\| ${state} \\|[^|]*\\| (\\d+) \\|$`, 'm').exec(page)?.[1];
    expect([state, said]).toEqual([state, String(requirements.filter((one) => stateOf(one) === state).length)]);
  }
});
