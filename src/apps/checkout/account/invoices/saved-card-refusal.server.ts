import type { OrderView } from '#src/domain/orders/index.ts';
import type { PageRequest } from '../../framework/page.server.ts';
import type { PaymentNotice } from '../../payment-form/payment.types.ts';

/** Name in a bill's address after a press that was to pay it by the saved instrument and did not. */
const refusedName = 'kept';

/** What such a press adds to the bill's address: how many tries there were, so that it says nothing after the next one. */
export function savedCardRefusal({ attempts }: Pick<OrderView, 'attempts'>): Readonly<Record<string, string>> {
  return { [refusedName]: String(attempts.length) };
}

/**
 * What a bill says above its form, who came from such a press included. An older refusal is not what happened now; what
 * stands open, is held or rests is.
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
