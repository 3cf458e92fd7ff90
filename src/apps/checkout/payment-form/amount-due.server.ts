import { partInstallments, type QuoteInstallment } from '#src/domain/checkout/quotes/index.ts';
import type { PaymentContext } from './payment-data.server.ts';
import { minimumInstallment } from './split/split-data.server.ts';

/** A voucher covers the whole price: there is nothing to be paid, whatever the way, now or later. */
export function isZeroAmount({ quote }: Pick<PaymentContext, 'quote'>): boolean {
  return quote.total === 0n && !quote.trial;
}

/** Free time comes first and nothing is charged now: an instrument is only checked and kept, or a bill comes later. */
export function isVerificationOnly({ quote }: Pick<PaymentContext, 'quote'>): boolean {
  return quote.total === 0n && Boolean(quote.trial);
}

/** What is owed now, in minor units: the price, less what has come and what is kept of it in other ways. */
export function amountDue({ quote, view }: Pick<PaymentContext, 'quote' | 'view'>): bigint {
  if (!view) return quote.total;
  if (view.split && view.split.held > 0n) return view.order.total - view.split.held;
  return view.order.state === 'partly-paid' ? view.order.total - view.order.received : quote.total;
}

/** What has come of the price, and what is kept of it in other ways, each with its sum; nothing while all of it is owed. */
export function coveredAmounts(
  context: Pick<PaymentContext, 'quote' | 'view'>,
): readonly { readonly kind: 'received' | 'held'; readonly amount: bigint }[] {
  // What counts as held is what was reserved and what has come in together.
  const both = context.quote.total - amountDue(context);
  const covered = context.view?.order.received ?? 0n;
  const received = covered < both ? covered : both;
  const parts = [
    { kind: 'received', amount: received },
    { kind: 'held', amount: both - received },
  ] as const;
  return parts.filter(({ amount }) => amount > 0n);
}

/** What a way to pay must be able to take, in minor units: what is owed now, or the first charge after free time. */
export function methodAmount(context: Pick<PaymentContext, 'quote' | 'view'>): bigint {
  return isVerificationOnly(context) ? (context.quote.trial?.amount ?? 0n) : amountDue(context);
}

/** How what is owed may be split over the buyer's card bills. */
export function installmentsFor({ request, session, quote }: PaymentContext, due: bigint): readonly QuoteInstallment[] {
  return partInstallments(quote, due, minimumInstallment(request, session, quote));
}
