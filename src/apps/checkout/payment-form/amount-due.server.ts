import { partInstallments, type QuoteInstallment } from '#src/domain/checkout/quotes/index.ts';
import type { PaymentContext } from './payment-data.server.ts';
import { minimumInstallment } from './split/split-data.server.ts';

/** A voucher covers the whole price: nothing is due by any payment method, now or later. */
export function isZeroAmount({ quote }: Pick<PaymentContext, 'quote'>): boolean {
  return quote.total === 0n && !quote.trial;
}

/** A trial: nothing is charged now; an instrument is verified and saved, or an invoice follows. */
export function isVerificationOnly({ quote }: Pick<PaymentContext, 'quote'>): boolean {
  return quote.total === 0n && Boolean(quote.trial);
}

/** The amount due now, in minor units: the price less captured and reserved parts. */
export function amountDue({ quote, view }: Pick<PaymentContext, 'quote' | 'view'>): bigint {
  if (!view) return quote.total;
  if (view.split && view.split.held > 0n) return view.order.total - view.split.held;
  return view.order.state === 'partly-paid' ? view.order.total - view.order.received : quote.total;
}

/** The captured and the reserved parts of the price with their totals; absent while all of it is due. */
export function coveredAmounts(
  context: Pick<PaymentContext, 'quote' | 'view'>,
): readonly { readonly kind: 'received' | 'held'; readonly amount: bigint }[] {
  // The held amount is the reserved and the captured parts together.
  const both = context.quote.total - amountDue(context);
  const covered = context.view?.order.received ?? 0n;
  const received = covered < both ? covered : both;
  const parts = [
    { kind: 'received', amount: received },
    { kind: 'held', amount: both - received },
  ] as const;
  return parts.filter(({ amount }) => amount > 0n);
}

/** The amount that a payment method must support, in minor units: the amount due now, or the first charge after a trial. */
export function methodAmount(context: Pick<PaymentContext, 'quote' | 'view'>): bigint {
  return isVerificationOnly(context) ? (context.quote.trial?.amount ?? 0n) : amountDue(context);
}

/** The installment options of the amount due. */
export function installmentsFor({ request, session, quote }: PaymentContext, due: bigint): readonly QuoteInstallment[] {
  return partInstallments(quote, due, minimumInstallment(request, session, quote));
}
