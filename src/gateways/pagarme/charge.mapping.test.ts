import { describe, expect, test } from 'vitest';
import { answerFrom, needsHistory } from './charge.mapping.server.ts';
import { chargeIn, complaintIn, type Transaction, transactionsIn } from './charge.schema.server.ts';

const asked = { attemptId: 'att_1', amount: { amount: 114_000n, currency: 'BRL' } } as const;
const at = new Date('2026-11-20T12:00:00Z');
const step = {
  id: 'tran_1',
  transaction_type: 'credit_card',
  operation_type: 'auth_and_capture',
  status: 'captured',
  success: true,
  amount: 114_000,
  created_at: '2026-11-20T11:59:58Z',
} as const;
const charge = {
  id: 'ch_1',
  code: 'att_1',
  amount: 114_000,
  currency: 'BRL',
  status: 'paid',
  payment_method: 'credit_card',
  paid_amount: 114_000,
  last_transaction: step,
} as const;

function read(change: object = {}, history: readonly object[] = [step]) {
  const seen = chargeIn(JSON.parse(JSON.stringify({ ...charge, ...change })));
  const steps: readonly Transaction[] | null = transactionsIn(JSON.parse(JSON.stringify({ data: history })));
  if (!seen || !steps) throw new Error('It cannot be read');
  return answerFrom(seen, steps, asked, at);
}

describe('a charge of Pagar.me', () => {
  test('about another order, amount or currency is not believed', () => {
    expect(read({ code: 'att_2' })).toEqual({ kind: 'silent', reason: 'mismatch-order' });
    expect(read({ amount: 1 })).toEqual({ kind: 'silent', reason: 'mismatch-amount' });
    expect(read({ currency: 'USD' })).toEqual({ kind: 'silent', reason: 'mismatch-currency' });
  });

  test('that says it was paid and shows no money is not believed either', () => {
    expect(read({}, [])).toEqual({ kind: 'silent', reason: 'unreadable' });
    expect(read({}, [{ ...step, success: false }])).toEqual({ kind: 'silent', reason: 'unreadable' });
  });

  test('with a status that nobody knows cannot be read', () => {
    expect(chargeIn({ ...charge, status: 'flying' })).toBeNull();
    expect(chargeIn({ ...charge, amount: 1.5 })).toBeNull();
    expect(chargeIn('no')).toBeNull();
  });

  test('asks for its history when money went back, and only then', () => {
    const needs = (change: object): boolean => {
      const seen = chargeIn(JSON.parse(JSON.stringify({ ...charge, ...change })));
      return seen !== null && needsHistory(seen);
    };
    expect(needs({})).toBe(false);
    expect(needs({ canceled_amount: 1 })).toBe(true);
    expect(needs({ status: 'chargedback' })).toBe(true);
    expect(needs({ last_transaction: { ...step, status: 'pending_refund' } })).toBe(true);
    expect(needs({ status: 'pending', last_transaction: { ...step, status: 'authorized_pending_capture' } })).toBe(
      false,
    );
  });

  test('times without a zone are UTC', () => {
    const answer = read({}, [{ ...step, created_at: '2026-11-20T11:59:58' }]);
    expect(answer).toMatchObject({ fact: { movements: [{ at: new Date('2026-11-20T11:59:58Z') }] } });
  });

  test('a slip whose bank gave no line cannot be read; its numbers count, not its dots', () => {
    const line = '23793.38128 60082.136657 65000.063307 1 98760000114000';
    const slip = { ...step, transaction_type: 'boleto', status: 'generated', line };
    const open = { status: 'pending', payment_method: 'boleto', paid_amount: null, last_transaction: slip };
    expect(read(open, [slip])).toMatchObject({
      fact: { state: 'awaiting-buyer', movements: [], instructions: { line: line.replaceAll(/\D/g, '') } },
    });
    const none = { ...open, last_transaction: { ...slip, line: null } };
    expect(read(none, [slip])).toEqual({ kind: 'silent', reason: 'unreadable' });
  });
});

test('a complaint is told by the names of its fields, never in words that may repeat what was sent', () => {
  const errors = { 'order.payments[0].credit_card.card.number': ['The number 4111111111111111 is not valid.'] };
  expect(complaintIn(422, { message: 'The request is invalid.', errors })).toBe(
    '422-order.payments[0].credit_card.card.number',
  );
  expect(complaintIn(422, { message: 'Token not found: token_abc' })).toBe('422-card-token');
  expect(complaintIn(400, { message: 'Card 4111111111111111' })).toBe('400');
  expect(complaintIn(500, 'no')).toBe('500');
});
