import type { FontWeight } from './pdf-fonts.server.ts';
import {
  artifact,
  type StructureElement,
  grey,
  heightOf,
  ink,
  margin,
  type PdfKitDocument,
  write,
} from './pdf-text.server.ts';

/** Scope of a header cell: the library's types do not have it yet. */
const headOf = (scope: 'Row' | 'Column'): object => ({ scope });

export interface TableParts {
  readonly head: readonly string[] | null;
  readonly rows: readonly (readonly string[])[];
  /** Widths of the columns as shares of the whole. */
  readonly shares: readonly number[];
  readonly width: number;
  readonly alignLast: boolean;
}

/** Text style of all cells, and the space between columns. */
const size = 9.5;
const gap = 10;

/** Height of a table without a head, to decide on a page break before it. */
export function heightOfFacts(
  pdfDocument: PdfKitDocument,
  { rows, shares, width }: Pick<TableParts, 'rows' | 'shares' | 'width'>,
): number {
  const heights = rows.map((cells) =>
    Math.max(
      ...cells.map((cell, column) =>
        heightOf(pdfDocument, cell, column === 0 ? 'bold' : 'regular', size, (shares[column] ?? 0) * width - gap),
      ),
    ),
  );
  return heights.reduce((sum, height) => sum + height + 6, 10);
}

/** A table with header cells of columns or, without a head, of rows. Rows are never split. */
export function drawTable(
  pdfDocument: PdfKitDocument,
  root: StructureElement,
  { head, rows, shares, width, alignLast }: TableParts,
): void {
  const table = pdfDocument.struct('Table');
  root.add(table);
  const drawRow = (cells: readonly string[], isHead: boolean): void => {
    const widths = shares.map((share) => share * width - gap);
    const weightOf = (column: number): FontWeight => (isHead || (head === null && column === 0) ? 'bold' : 'regular');
    const height = Math.max(
      ...cells.map((cell, column) => heightOf(pdfDocument, cell, weightOf(column), size, widths[column] ?? width)),
    );
    if (pdfDocument.y + height + 8 > pdfDocument.page.height - margin.bottom) pdfDocument.addPage();
    const top = pdfDocument.y + 3;
    const row = pdfDocument.struct('TR');
    table.add(row);
    let x = margin.left;
    for (const [column, cell] of cells.entries()) {
      const isName = isHead || (head === null && column === 0);
      const options = isName ? headOf(isHead ? 'Column' : 'Row') : {};
      const isRight = alignLast && column === cells.length - 1;
      const at = { x, width: widths[column] ?? width, align: isRight ? ('right' as const) : ('left' as const) };
      pdfDocument.y = top;
      row.add(
        pdfDocument.struct(isName ? 'TH' : 'TD', options, () =>
          write(pdfDocument, cell, {
            weight: weightOf(column),
            size,
            colour: isName && !isHead ? grey : ink,
            after: 0,
            ...at,
          }),
        ),
      );
      x += (shares[column] ?? 0) * width;
    }
    row.end();
    pdfDocument.y = top + height + 3;
    const line = pdfDocument.y;
    artifact(pdfDocument, 'Layout', () =>
      pdfDocument
        .lineWidth(isHead ? 1 : 0.4)
        .strokeColor(isHead ? grey : '#cccccc')
        .moveTo(margin.left, line)
        .lineTo(margin.left + width, line)
        .stroke(),
    );
  };
  if (head) drawRow(head, true);
  for (const row of rows) drawRow(row, false);
  table.end();
  pdfDocument.y += 10;
}
