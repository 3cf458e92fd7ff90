import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyMask, caretAfter } from './mask.ts';

const phone = '(00) 00000-0000';

describe('applyMask', () => {
  test.each([
    ['11912345678', '(11) 91234-5678'],
    ['1191', '(11) 91'],
    ['11', '(11'],
    ['', ''],
    ['(11) 91234-56789', '(11) 91234-5678'],
    ['+351 912 345 678', '+351 912 345 678'],
  ])('%s becomes %s', (typed, shown) => expect(applyMask(typed, phone)).toBe(shown));

  test('keeps the digits and is stable', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9 ().-]{0,14}$/), (typed) => {
        const once = applyMask(typed, phone);
        const digits = typed.replace(/\D/g, '').slice(0, 11);
        return once.replace(/\D/g, '') === digits && applyMask(once, phone) === once;
      }),
    );
  });
});

describe('caretAfter', () => {
  test('stands behind the same digit in the new layout', () => {
    expect(caretAfter('(11) 91234-5678', 2)).toBe(3);
    expect(caretAfter('(11) 91234-5678', 3)).toBe(6);
    expect(caretAfter('(11) 91234-5678', 11)).toBe(15);
    expect(caretAfter('(11', 0)).toBe(0);
  });
});
