/** A one-click purchase of an offer, as formatted text. */
export interface OneClick {
  readonly buy: string;
  /** The consent text of the button, before the links to the accepted documents. */
  readonly agree: string;
  /** Address of the contract, filled in for this offer. */
  readonly contract: string;
  /** Address of the seller's terms. */
  readonly terms: string;
  /** The offer's installment options, at least one: count and total (minor units) are posted back for comparison. */
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: string;
}

/** An offer after a purchase, as formatted text. */
export interface UpsellView {
  /** Id of the step that sells it: identifies the offer of an answer. */
  readonly id: string;
  readonly product: string;
  /** The school that sells it, where it is another one. */
  readonly brand: string | null;
  readonly description: string | null;
  readonly plan: string;
  readonly total: string;
  /** The list price; null when it is not higher. */
  readonly standard: string | null;
  /** `50% de desconto`; null without a discount. */
  readonly saving: string | null;
  /** "ou 12x de R$ 95,00 sem juros", or null. */
  readonly detail: string | null;
  /** The selling company, where it is another one than the purchase's; the law requires it. */
  readonly merchant: string | null;
  /** Address of a chat with a prepared question; null where there is none. */
  readonly chat: string | null;
  /** Present where one click buys it. */
  readonly oneClick?: OneClick | null;
}

/** An offer that was not accepted yet. */
export interface UpsellOfferData {
  /** Title of the earlier purchase. */
  readonly bought: string;
  readonly offer: UpsellView;
}
