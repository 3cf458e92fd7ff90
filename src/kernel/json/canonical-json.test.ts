import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

test('the same value has one spelling, whatever the order it was made in', () => {
  expect(canonicalJson({ b: [1, null, 'é\n"'], a: { z: true, '': false } })).toBe(
    '{"a":{"":false,"z":true},"b":[1,null,"é\\n\\""]}',
  );
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.maxSafeInteger(), fc.boolean())), (value) => {
      const other = Object.fromEntries(Object.entries(value).reverse());
      const text = canonicalJson(other);
      expect(text).toBe(canonicalJson(value));
      expect(canonicalJson(JSON.parse(text))).toBe(text);
    }),
  );
});

test.each([1.5, -0, 2 ** 53, Number.NaN])('%s is refused: not every reader writes it alike', (number) => {
  expect(() => canonicalJson({ number })).toThrow(TypeError);
});
