import { describe, expect, test } from 'vitest';
import { checkCode, readCode } from '../../site/verification-code/verification-code.rules.ts';
import { maskPhone } from './phone-verification.server.ts';

describe('a typed code', () => {
  test.each([
    ['123456', {}],
    [' 123 456 ', {}],
    ['123-456', {}],
    ['', { code: 'validation.required' }],
    ['12345', { code: 'phone-verification.code.format' }],
    ['1234567', { code: 'phone-verification.code.format' }],
    ['12345a', { code: 'phone-verification.code.format' }],
  ])('%j', (code, errors) => expect(checkCode({ code })).toEqual(errors));

  test('is read without its gaps', () => expect(readCode(' 12 34-56')).toBe('123456'));
});

test('a number is shown by its end', () => expect(maskPhone('+5511961234567')).toBe('•••• 4567'));
