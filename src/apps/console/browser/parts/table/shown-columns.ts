/**
 * The columns that a reader has chosen, in the table's own order. The first one is always there, because it holds the row's
 * link; ids that the table does not know, e.g. of an earlier release, are as if they were not there.
 */
export function shownColumns<Known extends { readonly id: string }>(
  columns: readonly Known[],
  chosen: readonly string[] = [],
): readonly Known[] {
  const known = columns.filter(({ id }) => chosen.includes(id));
  return known.length === 0 ? columns : columns.filter((column, index) => index === 0 || known.includes(column));
}
