import type { PaymentData } from '../steps/payment/payment.types.ts';

/** An offer after a purchase, as finished text. */
export interface UpsellView {
  readonly product: string;
  /** The school that sells it, where that is not its own name. */
  readonly brand: string | null;
  readonly description: string | null;
  readonly plan: string;
  readonly total: string;
  /** What it costs otherwise; null when it costs no more. */
  readonly standard: string | null;
  /** `50% de desconto`; null when it costs no less. */
  readonly saving: string | null;
  /** "ou 12x de R$ 95,00 sem juros", or null. */
  readonly detail: string | null;
  /** The company that sells it, where it is another than of what was bought; as the law wants it named. */
  readonly merchant: string | null;
  /** Address of a chat with the question already written; null where there is none. */
  readonly chat: string | null;
}

/** An offer that was not accepted yet. */
export interface UpsellOfferData {
  /** Title of what was paid before. */
  readonly bought: string;
  readonly offer: UpsellView;
}

/** The page on which an offer is paid. */
export interface UpsellPaymentData extends UpsellOfferData {
  readonly payment: PaymentData;
}
