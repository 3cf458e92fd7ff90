import { create } from 'qrcode';

/** Blank modules around a symbol that ISO/IEC 18004 requires, so that a camera finds its edge. */
const quietZone = 4;

/** A QR symbol as an image: `src` for an `<img>`, `size` its width in modules with the quiet zone. */
export interface QrPicture {
  readonly src: string;
  readonly size: number;
}

/** The dark runs of a symbol as one SVG path, drawn with a stroke one module wide; moves within a row are relative. */
function darkRuns(size: number, isDark: (row: number, column: number) => boolean): string {
  let path = '';
  for (let row = 0; row < size; row += 1) {
    let end = -1;
    for (let column = 0; column < size; column += 1) {
      if (!isDark(row, column)) continue;
      const start = column;
      while (column + 1 < size && isDark(row, column + 1)) column += 1;
      path += end < 0 ? `M${start + quietZone} ${row + quietZone}.5` : `m${start - end} 0`;
      end = column + 1;
      path += `h${end - start}`;
    }
  }
  return path;
}

/**
 * Draws text as a QR code: error correction M, quiet zone of four modules, black on white whatever the theme, because
 * cheap cameras fail on anything else. The picture is an SVG in a data address: no request, sharp at every size.
 * Throws when the text is too long for any symbol (2,331 bytes).
 */
export function qrPicture(text: string): QrPicture {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const size = modules.size + 2 * quietZone;
  const path = darkRuns(modules.size, (row, column) => modules.get(row, column) === 1);
  const svg =
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${size} ${size}' shape-rendering='crispEdges'>` +
    `<path fill='#fff' d='M0 0h${size}v${size}H0z'/><path stroke='#000' d='${path}'/></svg>`;
  return {
    src: `data:image/svg+xml,${svg.replaceAll('#', '%23').replaceAll('<', '%3C').replaceAll('>', '%3E')}`,
    size,
  };
}
