import { expect, test } from 'vitest';
import { LruCache } from './lru-cache.server.ts';

test('the cache evicts the value that was used least recently', () => {
  const cache = new LruCache<string>(2);
  const made: string[] = [];
  const get = (key: string) => cache.get(key, () => (made.push(key), key));
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) get(key);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});
