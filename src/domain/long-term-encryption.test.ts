import { expect, test } from 'vitest';
import { keyedHashesOf, decryptLongTerm, encryptLongTerm } from './long-term-encryption.server.ts';

const before = { codeKey: 'of the cookies' };
const now = { codeKey: 'of other cookies', encryptionKeys: ['of its own', 'of the cookies'] };

test('a text encrypted before a purpose had its own key is decrypted with that key, and never the other way round', () => {
  expect(decryptLongTerm(now, 'cards', encryptLongTerm(before, 'cards', 'a token'))).toBe('a token');
  const sealed = encryptLongTerm(now, 'cards', 'a token');
  expect(decryptLongTerm(now, 'cards', sealed)).toBe('a token');
  expect(decryptLongTerm({ ...now, codeKey: 'of the next cookies' }, 'cards', sealed)).toBe('a token');
  expect(decryptLongTerm(before, 'cards', sealed)).toBeNull();
  expect(decryptLongTerm(now, 'accounts', sealed)).toBeNull();
});

test('a lookup by hash also finds hashes of earlier keys', () => {
  const [old] = keyedHashesOf(before, 'papers', 'a cheque');
  expect(keyedHashesOf(now, 'papers', 'a cheque')).toEqual([expect.not.stringMatching(old ?? ''), old]);
});
