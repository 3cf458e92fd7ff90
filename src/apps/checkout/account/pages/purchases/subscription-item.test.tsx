import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FeedbackProvider } from '#src/ui/feedback/feedback.tsx';
import type { SubscriptionCard } from './purchases.types.ts';
import { SubscriptionItem } from './subscription-item.tsx';

const subscription: SubscriptionCard = {
  ...{ id: 'sub_1', product: 'MBA', plan: 'Anual', state: 'active', price: 'R$ 1.140,00', until: '23/11/2027' },
  ...{
    isFree: false,
    next: 'R$ 1.140,00 em 24/11/2027',
    owed: null,
    nextPlan: null,
    instrument: 'Cobrança por e-mail',
  },
  ...{ isByBill: true, hasCard: false, endsOn: null, cardHref: null },
  may: { pay: false, pause: false, resume: false, cancel: false },
};

/** The labels of a subscription; a missing text is its key. */
const shown = (change: Partial<SubscriptionCard> = {}): string =>
  renderToStaticMarkup(
    <FeedbackProvider>
      <SubscriptionItem subscription={{ ...subscription, ...change }} here="/my-purchases/1" problem={null} />
    </FeedbackProvider>,
  );

test('a subscription whose buyer agreed to no charge names a renewal that is theirs to want, and no next charge', () => {
  expect(shown()).toContain('>purchases.next.bill<');
  expect(shown()).not.toContain('>purchases.next<');
  expect(shown({ isByBill: false })).toContain('>purchases.next<');
});
