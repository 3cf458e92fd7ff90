import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findCardNumber } from '#src/kernel/validation/card/find-card-number.ts';
import { formLimit, isSameOriginPost, parseForm, withoutCardNumbers } from './form.server.ts';

describe('parseForm', () => {
  test('reads what browsers send', () => {
    const form = parseForm('name=Maria+da+Concei%C3%A7%C3%A3o&email=m%2Bx%40example.com&empty=&flag');
    expect(form).toEqual({
      ok: true,
      value: { name: 'Maria da Conceição', email: 'm+x@example.com', empty: '', flag: '' },
    });
  });

  test.each([
    ['a=1&a=2', 'field-repeated'],
    ['a=1&%61=2', 'field-repeated'],
    ['__proto__=1', 'field-forbidden'],
    ['constructor=1', 'field-forbidden'],
    ['a=%', 'form-malformed'],
    ['a=%FF', 'form-malformed'],
    ['a=%00', 'form-malformed'],
    ['=1', 'form-malformed'],
    [`a=${'x'.repeat(formLimit)}`, 'form-too-large'],
    [Array.from({ length: 201 }, (_, index) => `f${index}=1`).join('&'), 'form-too-large'],
  ])('%.40s is refused', (body, error) => expect(parseForm(body)).toEqual({ ok: false, error }));

  test('gives back whatever was written by the standard', () => {
    const fields = fc.dictionary(fc.string({ minLength: 1, maxLength: 20 }), fc.string({ maxLength: 50 }), {
      maxKeys: 10,
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(fields, (values) => {
        const own = Object.entries(values).filter(
          ([name, value]) => !/__proto__|constructor|prototype|\0/.test(name) && !value.includes('\0'),
        );
        const body = new URLSearchParams(own).toString();
        const form = parseForm(body);
        // Both replace lone surrogates by U+FFFD.
        const expected = Object.fromEntries(new URLSearchParams(body));
        expect(form.ok && { ...form.value }).toEqual(expected);
      }),
    );
  });

  test('has no prototype to reach for', () => {
    const form = parseForm('toString=1');
    expect(form.ok && Object.getPrototypeOf(form.value)).toBeNull();
    const empty = parseForm('');
    expect(empty.ok && 'toString' in empty.value).toBe(false);
  });
});

describe('isOurOwnPost', () => {
  const origins = new Set(['https://pay.example']);
  test.each([
    ['a browser of today', 'https://pay.example', 'same-origin', true],
    ['a browser of today, from a page without referrer', 'null', 'same-origin', true],
    ['a browser that sends no origin', undefined, 'same-origin', true],
    ['an older browser', 'https://pay.example', undefined, true],
    ['another site', 'https://evil.example', 'cross-site', false],
    ['another site that hides', 'null', 'cross-site', false],
    ['a neighbour on the same site', 'https://other.pay.example', 'same-site', false],
    ['a typed address', 'https://pay.example', 'none', false],
    ['contradicting headers', 'https://evil.example', 'same-origin', false],
    ['another port', 'https://pay.example:444', undefined, false],
    ['a hidden origin alone', 'null', undefined, false],
    ['nothing at all', undefined, undefined, false],
  ])('%s', (_name, origin, fetchSite, isOurs) => {
    expect(isSameOriginPost({ origin, fetchSite }, origins)).toBe(isOurs);
  });
});

describe('a card number in a form', () => {
  test('is taken out wherever it was typed, however it was laid out; nothing else is', () => {
    const typed = {
      name: 'Maria 4111 1111 1111 1111',
      addressLine1: '5555-5555-5555-4444',
      reason: 'my card 378282246310005 please',
      city: 'Recife',
      'card.document': '54.305.743/0001-07',
      phone: '+55 11 96123-4567',
    };
    expect({ ...withoutCardNumbers(typed) }).toEqual({ ...typed, name: '', addressLine1: '', reason: '' });
  });

  test('is not what a person is paid back to: a telephone or a company as a key, or a number of an account', () => {
    const typed = [
      { key: '+5511961234565' },
      { key: '40000000000002' },
      { number: '0008 4000 0000 0000 0002 1' },
      { number: 'MZ59 0008 4000 0000 0000 0002 1' },
      { number: '0024 4000 0000 0000 0002' },
    ];
    for (const one of typed) {
      expect([one, findCardNumber(Object.values(one).join(''))]).not.toEqual([one, null]);
      expect({ ...withoutCardNumbers(one) }).toEqual(one);
    }
    for (const text of ['4111 1111 1111 1111', '4111 1111 1111 1111 1229', '4111111111111111'])
      for (const name of ['key', 'number', 'account'])
        expect({ ...withoutCardNumbers({ [name]: text }) }).toEqual({ [name]: '' });
  });

  test('is taken out of a field for other digits, too, once it has more of them than belong there', () => {
    const typed = {
      phone: '4111 1111 1111 1111',
      'card.document': '4111111111111111',
      cpf: '4111111111111111',
      code: '4111111111111111',
    };
    expect({ ...withoutCardNumbers(typed) }).toEqual({ phone: '', 'card.document': '', cpf: '', code: '' });
    // A company's tax id that passes the card check, and a token with the digits of no card.
    const others = { document: '40000000000002', 'card.token': 'eyJ.4111111111111111.x', amount: '4111111111111111' };
    expect({ ...withoutCardNumbers(others) }).toEqual(others);
  });
});
