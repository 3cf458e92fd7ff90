import { expect, test } from 'vitest';
import { separateMethods } from './joined-methods.ts';

const of = (...methods: string[]) => methods.map((method, index) => ({ method, index }));

test('tenders of a combined method take its names in turn', () => {
  expect(separateMethods(of('a+b', 'a+b'))?.map(({ method }) => method)).toEqual(['a', 'b']);
  expect(separateMethods(of('a+a', 'c', 'a+a'))?.map(({ method }) => method)).toEqual(['a', 'c', 'a']);
});

test('tenders of plain methods keep them, however often they repeat', () => {
  expect(separateMethods(of('a', 'b', 'a'))).toEqual(of('a', 'b', 'a'));
  expect(separateMethods([])).toEqual([]);
});

test.each([[['a+b']], [['a+b', 'a+b', 'a+b']], [['+', '+']], [['a+b', 'b+a']]])(
  'tenders of a wrong combined method are refused: %j',
  (methods) => {
    expect(separateMethods(of(...methods))).toBeNull();
  },
);
