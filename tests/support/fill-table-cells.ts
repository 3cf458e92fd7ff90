/** The longest cell that a table of the documents may have. */
export const longestCell = 160;

/** Values joined by semicolons, in as few cells of at most `longestCell` characters as they need. */
export function fillCells(values: readonly string[]): readonly string[] {
  const cells: string[] = [];
  for (const value of values) {
    const longer = [...cells.slice(-1), value].join('; ');
    if (cells.length > 0 && longer.length <= longestCell) cells[cells.length - 1] = longer;
    else cells.push(value);
  }
  return cells;
}
