/** A test that is red where its bug comes back: its file, and its title as it is written there. */
export interface RegressionTest {
  readonly file: `${string}.test.ts`;
  readonly title: string;
}

/** Something that a run found and that was mended. What steps a seed makes changes with the games: its test keeps it. */
export interface Regression {
  /** What the product did. */
  readonly did: string;
  readonly day: `${number}-${number}-${number}`;
  /** Of the run that showed it; null where it was seen before a run, by whoever wrote or read. */
  readonly seed: number | null;
  /** What replayed it then, or by what it was found. */
  readonly run: string;
  readonly tests: readonly [RegressionTest, ...RegressionTest[]];
}
