import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { AccountPurchase } from '#src/domain/privacy/index.server.ts';
import { FeedbackProvider } from '#src/ui/feedback/feedback.tsx';
import type { PageRequest } from '#src/apps/checkout/framework/page.server.ts';
import { purchaseCard } from './purchases-data.server.ts';
import { PurchaseItem } from './purchase-item.tsx';

const now = new Date('2026-11-22T15:00:00Z');
const request = { ctx: { clock: { now: () => now } }, view: { locale: 'pt-BR' } } as unknown as PageRequest;
const order = {
  id: 'ord_1',
  number: 104_207n,
  market: 'BR',
  currency: 'BRL',
  state: 'paid',
  paidAt: now,
  createdAt: now,
};

/** The text of an order with this total in its cooling-off period. */
function shown(total: bigint): string {
  const own = {
    order: { ...order, total },
    titles: ['MBA'],
    hasCooledOff: false,
    hasAccess: true,
  } as unknown as AccountPurchase;
  return renderToStaticMarkup(
    <FeedbackProvider>
      <PurchaseItem purchase={purchaseCard(request, own)} here="/my-purchases/1" />
    </FeedbackProvider>,
  );
}

describe('an order that may still be gone back on', () => {
  test('promises what was paid', () => {
    expect(shown(9_500n)).toContain('purchases.withdraw.text');
  });

  test('promises nothing back where nothing was paid', () => {
    expect(shown(0n)).toContain('purchases.withdraw.free');
    expect(shown(0n)).not.toContain('purchases.withdraw.text');
  });
});
