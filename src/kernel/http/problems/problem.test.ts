import { describe, expect, test } from 'vitest';
import { isProblemCode, problem } from './problem.ts';
import { type ProblemCode, problemTable } from './problem-codes.ts';

describe('problem documents', () => {
  test('take status and title from the table and leave out what is not known', () => {
    expect(problem('order-paid')).toEqual({
      type: 'urn:problem:order-paid',
      title: 'The order has been paid',
      status: 409,
      code: 'order-paid',
    });
  });

  test('carry fields, a reference number and members of their own', () => {
    const document = problem('quote-changed', {
      detail: 'The voucher ended.',
      instance: 'req-1',
      errors: [{ path: 'voucher', code: 'voucher-invalid' }],
      members: { quote: { id: 'quo_1', amount: 114000 } },
    });
    expect(JSON.parse(JSON.stringify(document))).toEqual({
      type: 'urn:problem:quote-changed',
      title: 'The price is no longer the one that was shown',
      status: 409,
      code: 'quote-changed',
      detail: 'The voucher ended.',
      instance: 'urn:request:req-1',
      errors: [{ path: 'voucher', code: 'voucher-invalid' }],
      quote: { id: 'quo_1', amount: 114000 },
    });
  });

  test('members cannot overwrite the standard ones', () => {
    expect(problem('not-found', { members: { status: 200, code: 'fine' } })).toMatchObject({
      status: 404,
      code: 'not-found',
    });
  });

  test.each(Object.keys(problemTable) as ProblemCode[])('%s is kebab-case with an error status', (code) => {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(problem(code).status).toBeGreaterThanOrEqual(400);
    expect(problem(code).status).toBeLessThan(600);
  });

  test('codes are known by name, inherited names are not', () => {
    expect(isProblemCode('quote-changed')).toBe(true);
    expect(isProblemCode('toString')).toBe(false);
    expect(isProblemCode('no-such-code')).toBe(false);
  });
});
