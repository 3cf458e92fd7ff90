import { partInstallments, type QuoteInstallment } from '#src/domain/quotes/index.ts';
import type { PaymentFacts } from './payment-data.server.ts';
import { leastInstallment } from './split-data.server.ts';

/** A voucher covers the whole price: there is nothing to be paid, whatever the way, now or later. */
export function isNothingOwed({ quote }: Pick<PaymentFacts, 'quote'>): boolean {
  return quote.total === 0n && !quote.trial;
}

/** Free time comes first and nothing is charged now: a means is only checked and kept, or a bill comes later. */
export function isOnlyChecked({ quote }: Pick<PaymentFacts, 'quote'>): boolean {
  return quote.total === 0n && Boolean(quote.trial);
}

/** What is owed now, in minor units: the price, less what has come and what is kept of it in other ways. */
export function dueOf({ quote, view }: Pick<PaymentFacts, 'quote' | 'view'>): bigint {
  if (!view) return quote.total;
  if (view.split && view.split.held > 0n) return view.order.total - view.split.held;
  return view.order.state === 'partly-paid' ? view.order.total - view.order.received : quote.total;
}

/** What has come of the price, and what is kept of it in other ways, each with its sum; nothing while all of it is owed. */
export function comeOf(
  facts: Pick<PaymentFacts, 'quote' | 'view'>,
): readonly { readonly kind: 'received' | 'held'; readonly amount: bigint }[] {
  // What counts as held is what was reserved and what has come in together.
  const both = facts.quote.total - dueOf(facts);
  const come = facts.view?.order.received ?? 0n;
  const received = come < both ? come : both;
  const parts = [
    { kind: 'received', amount: received },
    { kind: 'held', amount: both - received },
  ] as const;
  return parts.filter(({ amount }) => amount > 0n);
}

/** What a way to pay must be able to take, in minor units: what is owed now, or the first charge after free time. */
export function askedOf(facts: Pick<PaymentFacts, 'quote' | 'view'>): bigint {
  return isOnlyChecked(facts) ? (facts.quote.trial?.amount ?? 0n) : dueOf(facts);
}

/** How what is owed may be split over the buyer's card bills. */
export function installmentsOf({ request, session, quote }: PaymentFacts, due: bigint): readonly QuoteInstallment[] {
  return partInstallments(quote, due, leastInstallment(request, session, quote));
}
