import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FeedbackProvider } from '#src/ui/feedback/feedback.tsx';
import { CheckoutContext } from '../../framework/checkout-context.tsx';
import type { CheckoutView } from '../../framework/page.ts';
import type { FormState } from '../../framework/page.ts';
import { PaymentPage } from './payment-page.tsx';
import type { PaymentData } from '../../payment-form/payment.types.ts';

const lot = { name: 'Lote 2', price: 'R$ 547,00', standing: 'bought', note: 'Restam 600', isScarce: false };
const data = {
  ...{ quoteId: 'q', idempotencyKey: 'k', amount: 54_700, total: 'R$ 547,00', isFree: true, methods: [] },
  ...{ installments: [], tickets: [lot], links: { contract: '/c', terms: '/t', politics: '/p' } },
  ...{ split: null, splitOffers: [], notice: null, suggestions: null, watch: null, trial: null, address: null },
} as unknown as PaymentData;

/** Where each stands in the page, by what it says. */
function routes(
  form: FormState | null,
  change: Partial<PaymentData> = {},
): Record<'title' | 'notice' | 'lots', number> {
  const html = renderToStaticMarkup(
    <FeedbackProvider>
      <CheckoutContext value={{ flow: null } as unknown as CheckoutView}>
        <PaymentPage data={{ ...data, ...change }} form={form} />
      </CheckoutContext>
    </FeedbackProvider>,
  );
  expect(html.split('tickets-title')).toHaveLength(3);
  const at = (text: string): number => html.indexOf(text);
  return {
    title: at('payment.title'),
    notice: at('payment.error.tickets-sold-out'),
    lots: at('payment.tickets.title'),
  };
}

test('a notice stands between the heading and the lots, where the document begins', () => {
  const { title, notice, lots } = routes({ values: {}, errors: { form: 'payment.error.tickets-sold-out' } });
  expect(title).toBeGreaterThan(-1);
  expect(notice).toBeGreaterThan(title);
  expect(lots).toBeGreaterThan(notice);
});

test('the lots are there when all is well, and when there is no way to pay', () => {
  for (const isFree of [true, false]) {
    const { notice, lots } = routes(null, { isFree });
    expect([notice, lots > 0]).toEqual([-1, true]);
  }
});
