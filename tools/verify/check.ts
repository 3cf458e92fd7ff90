/** What a check found. `note` says what was counted, or why there was nothing to check. */
export interface Outcome {
  readonly problems: readonly string[];
  readonly note?: string;
}

export interface Check {
  readonly name: string;
  run(root: string): Promise<Outcome> | Outcome;
}
