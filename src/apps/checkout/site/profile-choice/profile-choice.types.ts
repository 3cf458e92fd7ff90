/** The plan for so many profiles, as formatted text. */
export interface ProfileOption {
  /** The buyer included; for an offer after the purchase, the additional ones. */
  readonly count: number;
  readonly label: string;
  /** The price, or the additional price per month; see `shouldUseMonthlyDifference`. */
  readonly price: string;
  /** `por mês`; null for a total price. */
  readonly per: string | null;
  /** The total. */
  readonly total: string;
  /** The price per profile; null for one alone. */
  readonly each: string | null;
}

export interface ProfileChoiceData {
  /** Image of the offer's card; null when the build has none. */
  readonly thumbnail: string | null;
  readonly options: readonly ProfileOption[];
  /** The preselected number: the stored answer, else the lowest. */
  readonly chosen: number;
  /** Whether that is a stored answer of this purchase. */
  readonly isAnswered: boolean;
  readonly planId: string;
}
