import type { Country, Locale } from '#src/kernel/locale/locale.ts';
import type { SessionAnswers } from './session-answers.ts';

/** What the link that brought the buyer said, cleaned by the flow rules. Names are the specification's query names. */
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
  /** Set where what is bought was offered after another purchase. */
  readonly upsell: SessionUpsell | null;
  readonly answers: SessionAnswers;
  /** The number by which analytics knows this browser, when its buyer agreed to that. */
  readonly analyticsClientId?: string | null;
  readonly createdAt: Date;
}

/** The offer that a session pays for, as it was accepted: the paid order it came after, and its price. */
export interface SessionUpsell {
  readonly orderId: string;
  readonly offerId: string;
  readonly planId: string;
  /** Taken off the plan's price, in hundredths of a percent. */
  readonly basisPoints: number;
}
