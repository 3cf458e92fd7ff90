import { describe, expect, test } from 'vitest';
import type { Flow, FlowStep } from '#src/domain/catalog/brand-data/index.ts';
import { mainRoutes, upsellRoutes } from './purchase-routes.ts';

const upsell = { product: 'live', plan: 'semester', needsLiveSeller: false };

function flowOf(...templates: string[]): Flow {
  const steps = templates.map((template, at): FlowStep => {
    const isSold = template === 'upsell-payment' || template === 'payment-upsell';
    return {
      id: template,
      template,
      next: templates[at + 1] ?? null,
      currentStep: null,
      props: isSold ? { upsell } : {},
    };
  });
  const [first, ...more] = steps;
  if (!first) throw new Error('A flow has a step');
  return { id: 'default', stepsNumber: 3, selectedBy: { routes: [], vouchers: [] }, steps: [first, ...more] };
}

const open = () => false;
const over = () => true;

describe('where a buyer goes on who has paid', () => {
  test.each([
    ['the step after the payment', ['lead', 'payment', 'success'], open, '/success'],
    ['success, when the flow ends with the payment', ['lead', 'payment'], open, '/success'],
    ['success, in a flow without a payment', ['lead', 'success'], open, '/success'],
    ['the offer', ['payment', 'upsell-payment', 'subscription-welcome'], open, '/upsell-payment'],
    [
      'what follows an offer that is over',
      ['payment', 'upsell-payment', 'subscription-welcome'],
      over,
      '/subscription-welcome',
    ],
    [
      'success, when only the thanks for both are left',
      ['payment', 'payment-upsell', 'success-upsell'],
      over,
      '/success',
    ],
    [
      'success, which itself makes the offer',
      ['payment', 'success', 'payment-upsell', 'success-upsell'],
      over,
      '/success',
    ],
    ['a step that has nothing to do with the offer', ['payment', 'parsing', 'upsell-payment'], over, '/parsing'],
  ])('%s', (_name, templates, isOfferClosed, done) => {
    expect(mainRoutes(flowOf(...templates), isOfferClosed)).toEqual({
      payment: '/payment',
      awaiting: '/success',
      done,
    });
  });
});

describe('the places of an offer', () => {
  test('are the step that sells it and the one after that', () => {
    const flow = flowOf('payment', 'success', 'payment-upsell', 'success-upsell');
    expect(upsellRoutes(flow, 'payment-upsell')).toEqual({
      payment: '/payment/upsell',
      awaiting: '/success/upsell',
      done: '/success/upsell',
    });
    expect(upsellRoutes(flowOf('payment', 'upsell-payment'), 'upsell-payment')?.done).toBe('/success');
  });

  test('are nowhere when the flow does not sell it (any more)', () => {
    expect(upsellRoutes(flowOf('payment', 'success'), 'payment-upsell')).toBeNull();
    expect(upsellRoutes(flowOf('payment', 'success'), 'success')).toBeNull();
  });
});
