import { describe, expect, test } from 'vitest';
import { hasPath, type JsonValue, mergePatch } from './merge-patch.ts';

describe('merge patch', () => {
  // The examples of RFC 7396, appendix A.
  test.each<[JsonValue, JsonValue, JsonValue]>([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('%j with %j is %j', (base, patch, merged) => {
    expect(mergePatch(base, patch)).toEqual(merged);
  });

  test('leaves both as they were', () => {
    const base = { a: { b: 1 } };
    mergePatch(base, { a: { c: 2 } });
    expect(base).toEqual({ a: { b: 1 } });
  });

  test.each([
    [['a', 0, 'b'], true],
    [['a', 1], false],
    [['a', 'length'], false],
    [['toString'], false],
    [[], true],
  ])('has %j: %s', (path, there) => {
    expect(hasPath({ a: [{ b: null }] }, path)).toBe(there);
  });
});
