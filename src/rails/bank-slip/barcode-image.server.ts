import { itf25Bars, itf25Path, slipBarsSize } from './itf25.ts';

/** Blank at each end, in millimetres, without which a reader does not find the first bar. */
const quietMm = 5;

/**
 * A slip's bars as a picture for an `<img>`: black on white whatever the theme, 103 × 13 mm and quiet zones when it is
 * shown 113 mm wide.
 */
export function barcodeImage(barcode: string): string {
  const { units } = itf25Bars(barcode);
  const perMm = units / slipBarsSize.widthMm;
  const height = Math.round(slipBarsSize.heightMm * perMm);
  const quiet = Math.round(quietMm * perMm);
  const svg =
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='${-quiet} 0 ${units + 2 * quiet} ${height}' preserveAspectRatio='none' shape-rendering='crispEdges'>` +
    `<path fill='#fff' d='M${-quiet} 0h${units + 2 * quiet}v${height}H${-quiet}z'/><path d='${itf25Path(barcode, height)}'/></svg>`;
  return `data:image/svg+xml,${svg.replaceAll('#', '%23').replaceAll('<', '%3C').replaceAll('>', '%3E')}`;
}
