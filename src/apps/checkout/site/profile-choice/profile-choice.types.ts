/** The plan for so many people, as finished texts. */
export interface ProfileOption {
  /** The buyer included; in an offer after the purchase, how many more. */
  readonly count: number;
  readonly label: string;
  /** What it costs, or costs more each month; see `shouldUseMonthlyDifference`. */
  readonly price: string;
  /** `por mês`; null when the price is the whole one. */
  readonly per: string | null;
  /** What it comes to in all. */
  readonly total: string;
  /** What it comes to for each; null for one alone. */
  readonly each: string | null;
}

export interface ProfileChoiceData {
  /** Picture of the offer's card; null when the build has none. */
  readonly thumbnail: string | null;
  readonly options: readonly ProfileOption[];
  /** How many are chosen when the page comes: what was answered before, else the fewest. */
  readonly chosen: number;
  /** Whether that is an answer of this purchase. */
  readonly isAnswered: boolean;
  readonly planId: string;
}
