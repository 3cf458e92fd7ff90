import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deriveKey } from './derive-key.server.ts';
import { encryptText, decryptText } from './encrypt-text.server.ts';

const key = deriveKey('a secret', 'a purpose');

test('a sealed text is opened by its own key, and two seals of it differ', () => {
  fc.assert(fc.property(fc.string(), (text) => decryptText(key, encryptText(key, text)) === text));
  expect(encryptText(key, 'open')).not.toBe(encryptText(key, 'open'));
  expect(encryptText(key, 'open-sesame')).not.toContain('open-sesame');
});

test('another key, a changed seal and no seal at all open nothing', () => {
  const sealed = encryptText(key, 'open');
  const changed = Buffer.from(sealed, 'base64url');
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  expect(decryptText(deriveKey('a secret', 'another purpose'), sealed)).toBeNull();
  expect(decryptText(key, changed.toString('base64url'))).toBeNull();
  expect(decryptText(key, 'short')).toBeNull();
});
