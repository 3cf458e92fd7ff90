import { expect, test } from 'vitest';
import { hashesOf, openLasting, sealLasting } from './lasting-seal.server.ts';

const before = { codeKey: 'of the cookies' };
const now = { codeKey: 'of other cookies', sealKeys: ['of its own', 'of the cookies'] };

test('what was sealed before a key of its own is opened by it, and what is sealed with it by no older one', () => {
  expect(openLasting(now, 'cards', sealLasting(before, 'cards', 'a token'))).toBe('a token');
  const sealed = sealLasting(now, 'cards', 'a token');
  expect(openLasting(now, 'cards', sealed)).toBe('a token');
  expect(openLasting({ ...now, codeKey: 'of the next cookies' }, 'cards', sealed)).toBe('a token');
  expect(openLasting(before, 'cards', sealed)).toBeNull();
  expect(openLasting(now, 'accounts', sealed)).toBeNull();
});

test('what is known again by a hash is known by those of before', () => {
  const [old] = hashesOf(before, 'papers', 'a cheque');
  expect(hashesOf(now, 'papers', 'a cheque')).toEqual([expect.not.stringMatching(old ?? ''), old]);
});
