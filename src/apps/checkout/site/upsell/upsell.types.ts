/** Buying an offer by one click, as finished text. */
export interface OneClick {
  readonly buy: string;
  /** What a press agrees to; before the links to what is accepted. */
  readonly agree: string;
  /** Address of the contract, filled in for this offer. */
  readonly contract: string;
  /** Address of the seller's terms. */
  readonly terms: string;
  /** The offer's own ways to split its price, at least one: count and total (minor units) are posted back and compared. */
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: string;
}

/** An offer after a purchase, as finished text. */
export interface UpsellView {
  /** Id of the step that sells it: says which offer an answer is about. */
  readonly id: string;
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
  /** Present where one click buys it. */
  readonly oneClick?: OneClick | null;
}

/** An offer that was not accepted yet. */
export interface UpsellOfferData {
  /** Title of what was paid before. */
  readonly bought: string;
  readonly offer: UpsellView;
}
