import { describe, expect, test } from 'vitest';
import type { AttemptView, Order, OrderView } from '#src/domain/orders/index.ts';
import type { RailManifest } from '#src/domain/payments/index.ts';
import { pageForOrder } from './page-for-order.ts';

const rail: RailManifest = {
  id: 'shells',
  methods: ['shells'],
  markets: ['BR'],
  currencies: ['BRL'],
  needsScript: false,
  takesInstallments: false,
  waitingPath: '/beach',
  afterStart: 'waiting',
  successVariant: 'default',
  renewable: true,
  emailsInstructions: false,
};
const paper: RailManifest = { ...rail, waitingPath: null, afterStart: 'success', renewable: false };
const purse: RailManifest = { ...rail, waitingPath: null, afterStart: 'result', renewable: false };

function order(state: Order['state'], attempt?: Partial<AttemptView>): OrderView {
  const at = new Date('2026-11-20T12:00:00Z');
  return {
    order: {
      id: 'ord_1',
      number: 1n,
      reference: 'BCD-FGH',
      sessionId: 'ses_1',
      leadId: 'led_1',
      quoteId: 'quo_1',
      brand: 'b',
      variant: null,
      business: 'wiseup',
      productCode: 'p',
      planId: 'plan',
      market: 'BR',
      locale: 'pt-BR',
      currency: 'BRL',
      total: 100n,
      received: 0n,
      returned: 0n,
      state,
      createdAt: at,
      paidAt: null,
    },
    attempts: attempt
      ? [
          {
            id: 'att_1',
            rail: 'shells',
            method: 'shells',
            state: 'created',
            amount: 100n,
            currency: 'BRL',
            installments: 1,
            kept: {},
            instructions: null,
            nextAction: null,
            declineCode: null,
            expiresAt: at,
            createdAt: at,
            ...attempt,
          },
        ]
      : [],
  };
}

describe('placeOfOrder', () => {
  test('a paid order is at its end, whatever its newest attempt says', () => {
    for (const state of ['awaiting-buyer', 'declined', 'expired', 'unknown'] as const)
      expect(pageForOrder(order('paid', { state }), rail)).toBe('/success');
    expect(pageForOrder(order('refunded', { state: 'captured' }), rail)).toBe('/success');
  });

  test('what nobody knows yet is waited for', () => {
    for (const state of ['created', 'unknown', 'processing', 'authorized'] as const)
      expect(pageForOrder(order('open', { state }), purse)).toBe('/parsing');
  });

  test('an open code leads to its own page, an open paper to the end, a question to the bank', () => {
    expect(pageForOrder(order('open', { state: 'awaiting-buyer' }), rail)).toBe('/beach');
    expect(pageForOrder(order('open', { state: 'awaiting-buyer' }), paper)).toBe('/success');
    expect(pageForOrder(order('open', { state: 'awaiting-buyer', nextAction: { kind: 'challenge' } }), purse)).toBe(
      '/payment-verification',
    );
  });

  test('a paper that its bank is still registering is in the buyer’s hands', () => {
    expect(pageForOrder(order('open', { state: 'processing', instructions: { line: '1' } }), paper)).toBe('/success');
    expect(pageForOrder(order('open', { state: 'processing' }), paper)).toBe('/parsing');
    expect(pageForOrder(order('open', { state: 'processing', instructions: {} }), purse)).toBe('/parsing');
  });

  test('an expired code is renewed on its page; anything else that ended leads back to the ways to pay', () => {
    expect(pageForOrder(order('open', { state: 'expired' }), rail)).toBe('/beach');
    expect(pageForOrder(order('open', { state: 'expired' }), paper)).toBe('/payment');
    for (const state of ['declined', 'failed', 'voided'] as const)
      expect(pageForOrder(order('open', { state }), rail)).toBe('/payment');
  });

  test('half of the money, no try at all, or an order that was given up: choose how to pay', () => {
    expect(pageForOrder(order('partly-paid', { state: 'captured' }), rail)).toBe('/payment');
    expect(pageForOrder(order('open'), null)).toBe('/payment');
    expect(pageForOrder(order('closed', { state: 'awaiting-buyer' }), rail)).toBe('/payment');
  });
});
