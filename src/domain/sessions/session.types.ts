import type { Country, Locale } from '#src/kernel/locale/locale.ts';

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
  readonly createdAt: Date;
}
