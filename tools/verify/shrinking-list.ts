/** A list of exceptions to a rule. `atMost` is its length, so that it can only shrink. */
export interface ShrinkingList {
  readonly atMost: number;
  readonly entries: readonly string[];
}

/** Exceptions that are not on the list, and entries of the list that are no exception any more. `file` holds the list. */
export function listProblems(
  found: readonly string[],
  { atMost, entries }: ShrinkingList,
  { file, what }: { readonly file: string; readonly what: string },
): string[] {
  const known = new Set(entries);
  const now = new Set(found);
  const added = found.filter((entry) => !known.has(entry)).map((entry) => `${entry}: ${what}`);
  const mended = entries
    .filter((entry) => !now.has(entry))
    .map((entry) => `${entry} keeps the rule now: take it off ${file} and lower atMost`);
  const length =
    entries.length === atMost
      ? []
      : [`${file} holds ${entries.length} entries and says atMost ${atMost}; it only shrinks`];
  return [...added, ...mended, ...length];
}
