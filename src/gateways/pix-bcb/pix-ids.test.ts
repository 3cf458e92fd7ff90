import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { attemptOf, plainId } from './pix-ids.ts';

test('a txid fits the norm and leads back to its attempt', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bits) => {
      const id = `att_${Buffer.from(bits).toString('base64url')}`;
      const txid = plainId(id);
      expect(txid).toMatch(/^[a-zA-Z0-9]{26,35}$/);
      expect(attemptOf(txid)).toBe(id);
    }),
  );
  expect(plainId(newId('ref'))).toMatch(/^[0-9a-f]{32}$/);
});

test('an id that is not ours has no txid, and a foreign txid no attempt', () => {
  for (const id of ['', 'att_', 'att_short', `att_${'!'.repeat(22)}`, 'x'.repeat(32)])
    expect(() => plainId(id)).toThrow(RangeError);
  for (const txid of ['', 'f'.repeat(31), 'F'.repeat(32), 'z'.repeat(32), `${'f'.repeat(32)}0`])
    expect(attemptOf(txid)).toBeNull();
});
