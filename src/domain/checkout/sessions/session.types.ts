import type { Country, Locale } from '#src/kernel/locale/locale.ts';
import type { SessionAnswers } from './session-answers.ts';

/** The query of the link that brought the buyer, cleaned by the flow rules. Names are the specification's. */
export type CheckoutLink = Readonly<Record<string, string>>;

/** One buyer's way through one flow: a row per browser cookie, product, offer and flow. */
export interface CheckoutSession {
  readonly id: string;
  /** Brand folder, and the variant inside it that the link selected (`null` = none). */
  readonly brand: string;
  readonly variant: string | null;
  readonly business: string;
  readonly productCode: string;
  readonly offer: string;
  readonly flowId: string;
  readonly market: Country;
  readonly locale: Locale;
  readonly seller: string;
  readonly source: string;
  readonly link: CheckoutLink;
  readonly leadId: string | null;
  readonly orderId: string | null;
  /** Set for an upsell. */
  readonly upsell: SessionUpsell | null;
  readonly answers: SessionAnswers;
  /** The browser's analytics client id, when its buyer consented. */
  readonly analyticsClientId?: string | null;
  readonly createdAt: Date;
}

/** The upsell that a session pays for, as it was accepted: the paid order it came after, and its price. */
export interface SessionUpsell {
  readonly orderId: string;
  readonly offerId: string;
  readonly planId: string;
  /** Taken off the plan's price, in hundredths of a percent. */
  readonly basisPoints: number;
}
