/** Most bytes of a cell in a table of the documents, with its blanks. */
const longestCell = 160;

/** Whether the text is too long for a cell. */
export const isLongCell = (text: string): boolean => Buffer.byteLength(` ${text.trim()} `) > longestCell;

/** Values joined by semicolons, in as few cells that are not too long as they need. */
export function fillCells(values: readonly string[]): readonly string[] {
  const cells: string[] = [];
  for (const value of values) {
    const longer = [...cells.slice(-1), value].join('; ');
    if (cells.length > 0 && !isLongCell(longer)) cells[cells.length - 1] = longer;
    else cells.push(value);
  }
  return cells;
}
