import { describe, expect, test } from 'vitest';
import { compellingEvidence, type EvidenceElement, type PriorPayment } from './compelling-evidence.ts';

const payment = (day: string, ...matches: EvidenceElement[]): PriorPayment => ({
  ...{ attemptId: `att_${day}`, orderReference: 'ABCDEF', amount: 114_000n, currency: 'BRL' },
  at: new Date(`${day}T12:00:00Z`),
  matches,
});
const visa = { scheme: 'visa', reason: '10.4' };

describe('Visa Compelling Evidence 3.0', () => {
  test.each([
    ['another scheme', { scheme: 'mastercard', reason: '4837' }],
    ['another reason', { scheme: 'visa', reason: '13.1' }],
    ['a reason that nobody told', { scheme: 'visa', reason: null }],
    ['a payment without a card', { scheme: null, reason: '10.4' }],
  ])('does not apply to %s', (_of, dispute) => {
    const payments = [payment('2026-01-01', 'ip', 'account'), payment('2026-02-01', 'ip', 'account')];
    expect(compellingEvidence(dispute, payments)).toEqual({ result: 'not-applicable' });
  });

  test('qualifies by two payments that share two elements, and takes the newest of them', () => {
    const payments = [
      payment('2026-01-01', 'ip', 'account'),
      payment('2026-03-01', 'ip', 'account', 'device'),
      payment('2026-02-01', 'ip', 'account'),
    ];
    expect(compellingEvidence(visa, payments)).toEqual({
      result: 'qualified',
      elements: ['ip', 'account'],
      payments: [payments[1], payments[2]],
    });
  });

  test.each([
    ['one payment', [payment('2026-01-01', 'ip', 'account', 'device')]],
    ['payments of the same account only', [payment('2026-01-01', 'account'), payment('2026-02-01', 'account')]],
    ['one element in common', [payment('2026-01-01', 'ip', 'account'), payment('2026-02-01', 'ip')]],
    [
      'elements of different pairs',
      [payment('2026-01-01', 'ip', 'account'), payment('2026-02-01', 'device', 'account')],
    ],
    ['no payment', []],
  ])('does not qualify by %s', (_by, payments) => {
    expect(compellingEvidence(visa, payments).result).toBe('not-qualified');
  });
});
