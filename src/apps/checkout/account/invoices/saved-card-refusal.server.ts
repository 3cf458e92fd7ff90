import type { OrderView } from '#src/domain/orders/index.ts';
import type { PageRequest } from '../../framework/page.server.ts';
import type { PaymentNotice } from '../../payment-form/payment.types.ts';

/** Query parameter of the invoice page after a payment by the saved instrument was declined. */
const refusedName = 'kept';

/** The query of the invoice page: the number of attempts, so that the notice disappears after the next attempt. */
export function savedCardRefusal({ attempts }: Pick<OrderView, 'attempts'>): Readonly<Record<string, string>> {
  return { [refusedName]: String(attempts.length) };
}

/**
 * The notice above an invoice's form. Directly after a declined payment by the saved instrument, that decline replaces an
 * older error; the notice of an open, reserved or blocked payment stays.
 */
export function withSavedCardRefusal(
  { rawQuery, words }: PageRequest,
  { attempts }: Pick<OrderView, 'attempts'>,
  notice: PaymentNotice | null,
): PaymentNotice | null {
  const isOfNow = rawQuery.get(refusedName) === String(attempts.length);
  if (!isOfNow || (notice && notice.kind !== 'error')) return notice;
  return {
    kind: 'error',
    title: words('saved-card.refused.title'),
    text: words('saved-card.refused.text'),
    link: null,
  };
}
