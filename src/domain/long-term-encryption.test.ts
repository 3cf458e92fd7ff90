import { expect, test } from 'vitest';
import { keyedHashesOf, decryptLongTerm, encryptLongTerm } from './long-term-encryption.server.ts';

const before = { codeKey: 'of the cookies' };
const now = { codeKey: 'of other cookies', encryptionKeys: ['of its own', 'of the cookies'] };

test('what was sealed before a key of its own is opened by it, and what is sealed with it by no older one', () => {
  expect(decryptLongTerm(now, 'cards', encryptLongTerm(before, 'cards', 'a token'))).toBe('a token');
  const sealed = encryptLongTerm(now, 'cards', 'a token');
  expect(decryptLongTerm(now, 'cards', sealed)).toBe('a token');
  expect(decryptLongTerm({ ...now, codeKey: 'of the next cookies' }, 'cards', sealed)).toBe('a token');
  expect(decryptLongTerm(before, 'cards', sealed)).toBeNull();
  expect(decryptLongTerm(now, 'accounts', sealed)).toBeNull();
});

test('what is known again by a hash is known by those of before', () => {
  const [old] = keyedHashesOf(before, 'papers', 'a cheque');
  expect(keyedHashesOf(now, 'papers', 'a cheque')).toEqual([expect.not.stringMatching(old ?? ''), old]);
});
