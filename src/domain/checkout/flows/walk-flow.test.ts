import { describe, expect, test } from 'vitest';
import type { Flow, FlowStep } from '../../catalog/brand-data/flow.types.ts';
import { lintFlow } from './lint-flow.ts';
import {
  nextStep,
  partOfStep,
  pathOf,
  previousStep,
  stepAt,
  stepById,
  upsellStepAfter,
  waitingStepNumber,
} from './walk-flow.ts';

const paths = new Map([
  ['lead', '/lead'],
  ['payment', '/payment'],
  ['success', '/success'],
  ['success-plain', '/success'],
]);

function step(id: string, next: string | null, template = id, currentStep: number | null = null): FlowStep {
  return { id, template, next, currentStep, props: {} };
}

function flowOf(...steps: [FlowStep, ...FlowStep[]]): Flow {
  return { id: 'default', stepsNumber: 3, selectedBy: { routes: [], vouchers: [] }, steps };
}

const good = flowOf(
  step('lead', 'payment', 'lead', 1),
  step('payment', 'success', 'payment', 2),
  step('success', null, 'success', 3),
);

describe('walking a flow', () => {
  test('finds the step of a path, the way on and the way back', () => {
    const payment = stepAt(good, '/payment', paths);
    expect(payment?.id).toBe('payment');
    if (!payment) return;
    expect(nextStep(good, payment)?.id).toBe('success');
    expect(previousStep(good, payment)?.id).toBe('lead');
    expect(pathOf(payment, paths)).toBe('/payment');
    expect(previousStep(good, good.steps[0])).toBeNull();
  });

  test('ends where a step has no next', () => {
    const last = stepById(good, 'success');
    expect(last && nextStep(good, last)).toBeNull();
  });

  test('knows no step for a path of another flow', () => {
    expect(stepAt(good, '/video', paths)).toBeNull();
    expect(stepById(good, 'video')).toBeNull();
  });

  test('finds a step whose path holds an id, and takes no other screen’s path for one', () => {
    const known = new Map([...paths, ['invoice', '/payment/:id'], ['second', '/payment/upsell']]);
    const flow = flowOf(step('pay', null, 'invoice'));
    expect(stepAt(flow, '/payment/inv_1', known)?.id).toBe('pay');
    expect(stepAt(flow, '/payment/upsell', known)).toBeNull();
    expect(stepAt(flow, '/payment/inv_1/more', known)).toBeNull();
    expect(stepAt(flow, '/renew/inv_1', known)).toBeNull();
  });

  test('does not invent a path for a screen that does not exist', () => {
    expect(() => pathOf(step('video', null), paths)).toThrow('video');
  });
});

describe('the upsell step after a step', () => {
  const upsell = { product: 'live', plan: 'semester', needsLiveSeller: false };
  const more = flowOf(
    step('payment', 'success'),
    step('success', 'second'),
    { ...step('second', 'both'), props: { upsell } },
    step('both', null),
  );

  test('is the next step that sells something on top', () => {
    expect(upsellStepAfter(more, stepById(more, 'success'))?.id).toBe('second');
    expect(upsellStepAfter(more, stepById(more, 'second'))?.id).toBe('second');
    expect(upsellStepAfter(more, null)?.id).toBe('second');
  });

  test('is null after the last one, in a flow without one, and in one that loops', () => {
    expect(upsellStepAfter(more, stepById(more, 'both'))).toBeNull();
    expect(upsellStepAfter(good, null)).toBeNull();
    expect(upsellStepAfter(flowOf(step('a', 'b'), step('b', 'a')), null)).toBeNull();
  });
});

describe('the number of the page where money is awaited', () => {
  const payment = stepById(good, 'payment');

  test.each([
    ['that of the payment', good, payment, 2],
    ['the flow’s own', { ...good, waitingStep: 3 }, payment, 3],
    ['none, when the payment is not counted', { ...good, waitingStep: 3 }, step('payment', null), null],
    ['none, when nothing was paid', good, null, null],
  ] satisfies [string, Flow, FlowStep | null, number | null][])('is %s', (_name, flow, paid, number) => {
    expect(waitingStepNumber(flow, paid)).toBe(number);
  });
});

test('screens that share a number are parts of one step, told apart by their order', () => {
  const aside = step('aside', null, 'aside', 2);
  const flow = flowOf(
    step('lead', 'cpf', 'lead', 1),
    step('cpf', 'device', 'cpf', 2),
    step('device', 'payment', 'device', 2),
    step('payment', 'success', 'payment', 3),
    step('success', null),
    aside,
  );
  const [first, second] = [
    { number: 1, of: 2 },
    { number: 2, of: 2 },
  ];
  // The last one stands beside the way: nobody passes it.
  expect(flow.steps.map((one) => partOfStep(flow, one))).toEqual([null, first, second, null, null, null]);
});

describe('flow lint', () => {
  test('finds nothing in a good flow', () => {
    expect(lintFlow(good, paths)).toEqual([]);
  });

  test.each([
    ['a template without a screen', flowOf(step('lead', null, 'leed')), 'template-unknown', 'steps.lead.template'],
    ['a next step that is not there', flowOf(step('lead', 'paymnt')), 'next-unknown', 'steps.lead.next'],
    [
      'a step that no way leads to',
      flowOf(step('lead', null), step('payment', null)),
      'step-unreachable',
      'steps.payment',
    ],
    ['a loop', flowOf(step('lead', 'payment'), step('payment', 'lead')), 'no-way-out', 'steps.lead'],
    ['a step that is its own next', flowOf(step('lead', 'lead')), 'no-way-out', 'steps.lead'],
    ['an id used twice', flowOf(step('lead', null), step('lead', null, 'payment')), 'step-repeated', 'steps.lead.id'],
    [
      'a path used twice',
      flowOf(step('success', 'again'), step('again', null, 'success-plain')),
      'path-repeated',
      'steps.again.template',
    ],
    ['a number above the count', flowOf(step('lead', null, 'lead', 4)), 'step-number-wrong', 'steps.lead.currentStep'],
  ])('catches %s', (_name, flow, code, key) => {
    expect(lintFlow(flow, paths).map((problem) => ({ code: problem.code, key: problem.key }))).toContainEqual({
      code,
      key,
    });
  });
});
