import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digitsOf, grouped, shortExpiry, typeDigits, typeExpiry, typeNumber } from './input-formatting.ts';
import type { Edit, Typed } from './input-formatting.ts';

const fours = () => [4, 4, 4, 4];
const byFirstDigit = (digits: string) => (digits.startsWith('37') ? [4, 6, 5] : [4, 4, 4, 4]);

type Retype = (edit: Edit) => Typed;
const asNumber: Retype = (edit) => typeNumber(edit, byFirstDigit);

/** A field with a caret: `|` marks it. */
function at(marked: string): Typed {
  return { value: marked.replace('|', ''), caret: marked.indexOf('|') };
}
function shown({ value, caret }: Typed): string {
  return `${value.slice(0, caret)}|${value.slice(caret)}`;
}
function type(field: Typed, text: string, retype: Retype): Typed {
  let now = field;
  for (const key of text) {
    const value = now.value.slice(0, now.caret) + key + now.value.slice(now.caret);
    now = retype({ value, caret: now.caret + 1, before: now.value, kind: 'typed' });
  }
  return now;
}
function backspace(field: Typed, retype: Retype): Typed {
  const { value, caret } = field;
  if (caret === 0) return field;
  return retype({
    value: value.slice(0, caret - 1) + value.slice(caret),
    caret: caret - 1,
    before: value,
    kind: 'erased-backward',
  });
}
function remove(field: Typed, retype: Retype): Typed {
  const { value, caret } = field;
  if (caret === value.length) return field;
  return retype({
    value: value.slice(0, caret) + value.slice(caret + 1),
    caret,
    before: value,
    kind: 'erased-forward',
  });
}
function give(text: string, retype: Retype): Typed {
  return retype({ value: text, caret: text.length, before: '', kind: 'given' });
}

describe('card number', () => {
  test.each([
    ['4111111111111111', '4111 1111 1111 1111|'],
    ['378282246310005', '3782 822463 10005|'],
    ['411', '411|'],
    ['41111', '4111 1|'],
    ['4111-1', '4111 1|'],
  ])('typing %s shows %s', (text, expected) => {
    expect(shown(type(at('|'), text, asNumber))).toBe(expected);
  });

  test.each([
    '4111-1111 1111.1111',
    '4111 1111 1111 1111',
    ' 4111\u00a01111\u20031111 1111\n',
    '４１１１1111 11111111',
    'nº 4111/1111/1111/1111',
  ])('pasting %j keeps every digit', (text) => {
    expect(shown(give(text, asNumber))).toBe('4111 1111 1111 1111|');
  });

  test('the caret stays between the same digits when one is put in the middle', () => {
    expect(shown(type(at('41|1 1222 2'), '9', asNumber))).toBe('419|1 1222 2');
    expect(shown(type(at('4111| 2222'), '9', asNumber))).toBe('4111 9|222 2');
    expect(shown(type(at('|111'), '4', asNumber))).toBe('4|111');
  });

  test('erasing a space erases the digit beyond it', () => {
    expect(shown(backspace(at('4111 |2222'), asNumber))).toBe('411|2 222');
    expect(shown(remove(at('4111| 2222'), asNumber))).toBe('4111| 222');
    expect(shown(backspace(at('4111 2|222'), asNumber))).toBe('4111| 222');
  });

  test('a typed digit too many is refused and pushes none out', () => {
    expect(shown(type(at('4111 |1111 1111 1111'), '9', asNumber))).toBe('4111| 1111 1111 1111');
    expect(shown(type(at('4111 1111 1111 1111|'), '9', asNumber))).toBe('4111 1111 1111 1111|');
  });

  test('pasted digits too many stay, so that the number is refused aloud and not cut in silence', () => {
    expect(give('41111111111111112', asNumber).value).toBe('4111 1111 1111 1111 2');
    expect(digitsOf(give('9'.repeat(40), asNumber).value)).toHaveLength(19);
  });

  test('typing, erasing and moving at random never loses, adds or reorders a digit', () => {
    const step = fc.oneof(
      fc.record({ act: fc.constant('type' as const), text: fc.stringMatching(/^[0-9]$/) }),
      fc.record({ act: fc.constant('back' as const), text: fc.constant('') }),
      fc.record({ act: fc.constant('delete' as const), text: fc.constant('') }),
      fc.record({ act: fc.constant('left' as const), text: fc.constant('') }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let field = at('|');
        let model = { digits: '', caret: 0 };
        for (const { act, text } of steps) {
          const { digits, caret } = model;
          if (act === 'type' && digits.length < 16)
            model = { digits: digits.slice(0, caret) + text + digits.slice(caret), caret: caret + 1 };
          if (act === 'back' && caret > 0)
            model = { digits: digits.slice(0, caret - 1) + digits.slice(caret), caret: caret - 1 };
          if (act === 'delete') model = { digits: digits.slice(0, caret) + digits.slice(caret + 1), caret };
          if (act === 'left' && caret > 0) model = { digits, caret: caret - 1 };
          const retype: Retype = (edit) => typeNumber(edit, fours);
          if (act === 'type') field = type(field, text, retype);
          if (act === 'back') field = backspace(field, retype);
          if (act === 'delete') field = remove(field, retype);
          if (act === 'left' && field.caret > 0) {
            const caretLeft = field.value[field.caret - 1] === ' ' ? field.caret - 2 : field.caret - 1;
            field = { value: field.value, caret: caretLeft };
          }
          expect(field.value).toBe(grouped(model.digits, [4, 4, 4, 4]));
          expect(digitsOf(field.value.slice(0, field.caret))).toHaveLength(model.caret);
        }
      }),
    );
  });
});

describe('expiry', () => {
  test.each([
    ['0328', '03/28|'],
    ['328', '03/28|'],
    ['3/28', '03/28|'],
    ['1/28', '01/28|'],
    ['1228', '12/28|'],
    ['12', '12/|'],
    ['122028', '12/2028|'],
    ['12/2028', '12/2028|'],
    ['12/285', '12/28|'],
    ['12/20285', '12/2028|'],
    ['03//28', '03/28|'],
    ['0x', '0|'],
    ['ab', '|'],
  ])('typing %s shows %s', (text, expected) => {
    expect(shown(type(at('|'), text, typeExpiry))).toBe(expected);
  });

  test.each([
    ['03/28', '03/28'],
    ['03/2028', '03/2028'],
    ['03 / 28', '03/28'],
    ['3-2028', '03/2028'],
    ['2028-03', '03/2028'],
    ['2028-3', '03/2028'],
    ['0328', '03/28'],
    ['032028', '03/2028'],
    ['03.28', '03/28'],
  ])('a given %s shows %s', (text, expected) => {
    expect(give(text, typeExpiry).value).toBe(expected);
  });

  test('erasing goes through the slash and never puts back what was erased', () => {
    let field = at('03/28|');
    const seen: string[] = [];
    while (field.value) seen.push(shown((field = backspace(field, typeExpiry))));
    expect(seen).toEqual(['03/2|', '03/|', '0|', '|']);
    expect(shown(remove(at('03|/28'), typeExpiry))).toBe('03/|8');
    expect(shown(backspace(at('03/|28'), typeExpiry))).toBe('0|/28');
  });

  test('the month can be mended without touching the year', () => {
    const cleared = backspace(at('1|1/28'), typeExpiry);
    expect(shown(cleared)).toBe('|1/28');
    expect(shown(type(cleared, '0', typeExpiry))).toBe('0|1/28');
    expect(shown(type(at('1|2/28'), '1', typeExpiry))).toBe('1|2/28');
  });

  test('four digits of a year become two', () => {
    expect(shortExpiry('03/2028')).toBe('03/28');
    expect(shortExpiry('03/28')).toBe('03/28');
    expect(shortExpiry('03/202')).toBe('03/202');
  });
});

describe('security code', () => {
  const code: Retype = (edit) => typeDigits(edit, 3);
  test('keeps to digits and to the length of the brand', () => {
    expect(shown(type(at('|'), '1a2-34', code))).toBe('123|');
    expect(shown(type(at('1|3'), '2', code))).toBe('12|3');
  });
});
