import { expect, test } from 'vitest';
import { newId, newSecret, randomText } from './ids.server.ts';

test('ids are 128 random bits each: none twice, every place of them used', () => {
  const ids = Array.from({ length: 5_000 }, () => newId('ord'));
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^ord_[\w-]{21}[AQgw]$/);
  for (let place = 4; place < 25; place += 1) expect(new Set(ids.map((id) => id[place])).size).toBe(64);
});

test('draws of every length are what they say, also those that a store of bytes cannot hold or ends in', () => {
  const lengths = Array.from({ length: 2_000 }, (_, index) => (index % 7 === 0 ? 5_000 : (index * 13) % 100));
  for (const length of lengths) expect(Buffer.from(randomText(length), 'base64url')).toHaveLength(length);
  expect(Buffer.from(newSecret(), 'base64url')).toHaveLength(32);
});

test('no draw is what an earlier one left behind', () => {
  const secrets = Array.from({ length: 5_000 }, newSecret);
  expect(new Set(secrets).size).toBe(secrets.length);
  expect(secrets.some((secret) => secret.includes('AAAAAAAA'))).toBe(false);
});
