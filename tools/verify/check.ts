/** Result of a check. `note` gives the count, or the reason why nothing was checked. */
export interface Outcome {
  readonly problems: readonly string[];
  readonly note?: string;
}

export interface Check {
  readonly name: string;
  run(root: string): Promise<Outcome> | Outcome;
}
