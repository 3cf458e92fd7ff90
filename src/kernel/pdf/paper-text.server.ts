import { type FontWeight, fontRuns } from './paper-fonts.server.ts';

export type Sheet = PDFKit.PDFDocument;
export type Element = PDFKit.PDFStructureElement;

/** Of each page, in points. */
export const margin = { top: 64, bottom: 64, left: 56, right: 56 };
export const ink = '#1a1a1a';
export const grey = '#555555';

/** How a text is written. Sizes in points. */
export interface Look {
  readonly weight?: FontWeight;
  readonly size: number;
  readonly colour: string;
  readonly after: number;
  readonly indent?: number;
  readonly x?: number;
  readonly width?: number;
  readonly align?: 'left' | 'right';
}

/** Something that only decorates: a reader skips it. */
export function artifact(sheet: Sheet, type: 'Layout' | 'Pagination', draw: () => void): void {
  sheet.markContent('Artifact', { type });
  draw();
  sheet.endMarkedContent();
}

/** Writes a text at the sheet's place, over as many fonts as it needs. */
export function write(
  sheet: Sheet,
  text: string,
  { weight = 'regular', size, colour, after, x = margin.left, ...look }: Look,
): void {
  const width = look.width ?? sheet.page.width - margin.right - x;
  const runs = fontRuns(text === '' ? ' ' : text, weight);
  sheet.fontSize(size).fillColor(colour);
  sheet.x = x;
  for (const [index, run] of runs.entries()) {
    const isLast = index === runs.length - 1;
    sheet.font(run.font);
    sheet.text(run.text, { width, align: look.align ?? 'left', lineGap: 1.5, continued: !isLast });
  }
  sheet.y += after;
}

/** How high a text stands in a width. */
export function heightOf(sheet: Sheet, text: string, weight: FontWeight, size: number, width: number): number {
  const [first] = fontRuns(text === '' ? ' ' : text, weight);
  sheet.font(first?.font ?? `${weight}/latin`).fontSize(size);
  return sheet.heightOfString(text === '' ? ' ' : text, { width, lineGap: 1.5 });
}
