/** What links a payment to its payer, as Visa's rule names it. `device`: the browser; `account`: the e-mail address. */
export type EvidenceElement = 'ip' | 'device' | 'account';

/** A payment with the same instrument, and which elements it has in common with the disputed one. */
export interface PriorPayment {
  readonly attemptId: string;
  readonly orderReference: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly at: Date;
  readonly matches: readonly EvidenceElement[];
}

/**
 * The look-up of Visa Compelling Evidence 3.0. `not-applicable`: another scheme or reason. `not-qualified`: fewer than two
 * payments qualify.
 */
export type CompellingEvidence =
  | { readonly result: 'not-applicable' }
  | { readonly result: 'not-qualified'; readonly payments: readonly PriorPayment[] }
  | {
      readonly result: 'qualified';
      /** In common with both payments. */
      readonly elements: readonly EvidenceElement[];
      readonly payments: readonly PriorPayment[];
    };

/** Visa's reason of fraud in a payment without the card; the rule is about no other one. */
const reasonCode = '10.4';

/** Days before the disputed payment within which the two payments were made, both included. */
export const priorPaymentDays = { least: 120, most: 365 } as const;

/**
 * Decides whether a dispute qualifies for Visa Compelling Evidence 3.0: two undisputed payments with the same instrument, 120
 * to 365 days before the disputed one, that have two elements in common with it, one of which is the address or the device
 * (support.stripe.com, "How does Stripe support Visa Compelling Evidence 3.0?"; docs.stripe.com/disputes/api/visa-ce3).
 * `payments`: those within the days and undisputed, in any order.
 */
export function compellingEvidence(
  dispute: { readonly scheme: string | null; readonly reason: string | null },
  payments: readonly PriorPayment[],
): CompellingEvidence {
  if (dispute.scheme?.toLowerCase() !== 'visa' || dispute.reason !== reasonCode) return { result: 'not-applicable' };
  const newest = payments.toSorted((one, other) => other.at.getTime() - one.at.getTime());
  for (const [index, one] of newest.entries())
    for (const other of newest.slice(index + 1)) {
      const elements = one.matches.filter((element) => other.matches.includes(element));
      if (elements.length >= 2 && elements.some((element) => element !== 'account'))
        return { result: 'qualified', elements, payments: [one, other] };
    }
  return { result: 'not-qualified', payments: newest };
}
