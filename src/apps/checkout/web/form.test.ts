import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formLimit, isOurOwnPost, parseForm } from './form.server.ts';

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
        // Lone surrogates become U+FFFD in both.
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
    expect(isOurOwnPost({ origin, fetchSite }, origins)).toBe(isOurs);
  });
});
