import { expect, test } from 'vitest';
import { newId } from './ids.server.ts';

test('ids are 128 random bits each: none twice, every place of them used', () => {
  const ids = Array.from({ length: 5_000 }, () => newId('ord'));
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^ord_[\w-]{21}[AQgw]$/);
  for (let place = 4; place < 25; place += 1) expect(new Set(ids.map((id) => id[place])).size).toBe(64);
});
