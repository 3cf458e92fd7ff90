import { describe, expect, test } from 'vitest';
import { formatMsisdn, msisdnRule, readMsisdn } from './msisdn.ts';

describe('a number with a wallet', () => {
  test.each(['843330333', '84 333 0333', '258843330333', '+258 84-333-0333', '00258843330333', '(84) 333.0333'])(
    '%s',
    (typed) => expect(readMsisdn(typed)).toEqual({ ok: true, value: '258843330333' }),
  );

  test.each([
    ['823330333', 'other-operator'],
    ['+258863330333', 'other-operator'],
    ['25884333033', 'malformed'],
    ['8433303333', 'malformed'],
    ['803330333', 'malformed'],
    ['+5511961234567', 'malformed'],
    ['84x330333', 'malformed'],
  ])('not %s: %s', (typed, problem) => {
    expect(readMsisdn(typed)).toEqual({ ok: false, error: problem });
    expect(msisdnRule(typed)).toBe(`method.m-pesa.phone.${problem}`);
  });

  test('nothing typed is asked for, and a good one is laid out', () => {
    expect(msisdnRule('  ')).toBe('validation.required');
    expect(msisdnRule('843330333')).toBeNull();
    expect(formatMsisdn('258843330333')).toBe('84 333 0333');
  });
});
