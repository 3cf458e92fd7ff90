import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deriveKey } from './derive-key.server.ts';
import { sealText, unsealText } from './sealed-text.server.ts';

const key = deriveKey('a secret', 'a purpose');

test('a sealed text is opened by its own key, and two seals of it differ', () => {
  fc.assert(fc.property(fc.string(), (text) => unsealText(key, sealText(key, text)) === text));
  expect(sealText(key, 'open')).not.toBe(sealText(key, 'open'));
  expect(sealText(key, 'open-sesame')).not.toContain('open-sesame');
});

test('another key, a changed seal and no seal at all open nothing', () => {
  const sealed = sealText(key, 'open');
  const changed = Buffer.from(sealed, 'base64url');
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  expect(unsealText(deriveKey('a secret', 'another purpose'), sealed)).toBeNull();
  expect(unsealText(key, changed.toString('base64url'))).toBeNull();
  expect(unsealText(key, 'short')).toBeNull();
});
