import { describe, expect, test } from 'vitest';
import { findCycles } from './cycles.ts';

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
