import { describe, expect, test } from 'vitest';
import { findCycles, findPaths } from './import-graph.ts';

describe('findCycles', () => {
  test('is quiet about a tree and about a diamond', () => {
    const diamond = new Map([
      ['a', ['b', 'c']],
      ['b', ['d']],
      ['c', ['d']],
    ]);
    expect(findCycles(diamond)).toEqual([]);
  });

  test('names each ring once, from its first file', () => {
    const rings = new Map([
      ['z', ['b']],
      ['b', ['c']],
      ['c', ['a']],
      ['a', ['b', 'x']],
      ['x', ['x']],
    ]);
    expect(findCycles(rings)).toEqual(['a → b → c → a', 'x → x']);
  });
});

describe('findWays', () => {
  const graph = new Map([
    ['start', ['a', 'b']],
    ['a', ['b', 'start']],
    ['b', ['bad']],
    ['other', ['a']],
    ['clean', ['leaf']],
  ]);
  const ways = (start: string) =>
    findPaths(
      graph,
      (file) => file === start,
      (file) => file === 'bad',
    );

  test('finds the shortest way to a forbidden file', () => {
    expect(ways('start')).toEqual(['start → b → bad']);
    expect(ways('other')).toEqual(['other → a → b → bad']);
  });

  test('is quiet when there is none, also in a ring', () => {
    expect(ways('clean')).toEqual([]);
    expect(
      findPaths(
        new Map([
          ['x', ['y']],
          ['y', ['x']],
        ]),
        () => true,
        (file) => file === 'bad',
      ),
    ).toEqual([]);
  });
});
