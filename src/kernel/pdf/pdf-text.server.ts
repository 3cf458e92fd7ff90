import { type FontWeight, fontRuns } from './pdf-fonts.server.ts';

export type PdfKitDocument = PDFKit.PDFDocument;
export type StructureElement = PDFKit.PDFStructureElement;

/** Of each page, in points. */
export const margin = { top: 64, bottom: 64, left: 56, right: 56 };
export const ink = '#1a1a1a';
export const grey = '#555555';

/** Style of a text. Sizes in points. */
export interface TextStyle {
  readonly weight?: FontWeight;
  readonly size: number;
  readonly colour: string;
  readonly after: number;
  readonly indent?: number;
  readonly x?: number;
  readonly width?: number;
  readonly align?: 'left' | 'right';
}

/** Decoration that screen readers skip. */
export function artifact(pdfDocument: PdfKitDocument, type: 'Layout' | 'Pagination', draw: () => void): void {
  pdfDocument.markContent('Artifact', { type });
  draw();
  pdfDocument.endMarkedContent();
}

/** Writes a text at the current position, in as many fonts as it needs. */
export function write(
  pdfDocument: PdfKitDocument,
  text: string,
  { weight = 'regular', size, colour, after, x = margin.left, ...look }: TextStyle,
): void {
  const width = look.width ?? pdfDocument.page.width - margin.right - x;
  const runs = fontRuns(text === '' ? ' ' : text, weight);
  pdfDocument.fontSize(size).fillColor(colour);
  pdfDocument.x = x;
  for (const [index, run] of runs.entries()) {
    const isLast = index === runs.length - 1;
    pdfDocument.font(run.font);
    pdfDocument.text(run.text, { width, align: look.align ?? 'left', lineGap: 1.5, continued: !isLast });
  }
  pdfDocument.y += after;
}

/** Height of a text in a given width. */
export function heightOf(
  pdfDocument: PdfKitDocument,
  text: string,
  weight: FontWeight,
  size: number,
  width: number,
): number {
  const [first] = fontRuns(text === '' ? ' ' : text, weight);
  pdfDocument.font(first?.font ?? `${weight}/latin`).fontSize(size);
  return pdfDocument.heightOfString(text === '' ? ' ' : text, { width, lineGap: 1.5 });
}
