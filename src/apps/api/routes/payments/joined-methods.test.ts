import { expect, test } from 'vitest';
import { separateMethods } from './joined-methods.ts';

const of = (...methods: string[]) => methods.map((method, index) => ({ method, index }));

test('tenders of a joined method take its words in turn', () => {
  expect(separateMethods(of('a+b', 'a+b'))?.map(({ method }) => method)).toEqual(['a', 'b']);
  expect(separateMethods(of('a+a', 'c', 'a+a'))?.map(({ method }) => method)).toEqual(['a', 'c', 'a']);
});

test('plain methods stay, as often as they come', () => {
  expect(separateMethods(of('a', 'b', 'a'))).toEqual(of('a', 'b', 'a'));
  expect(separateMethods([])).toEqual([]);
});

test.each([[['a+b']], [['a+b', 'a+b', 'a+b']], [['+', '+']], [['a+b', 'b+a']]])('%j is refused', (methods) => {
  expect(separateMethods(of(...methods))).toBeNull();
});
