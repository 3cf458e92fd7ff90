import type { OutlinedText } from '../fonts/glyph-outlines.ts';
import { type Paint, symbols } from './symbols.ts';

/** A drawing and its width, in CSS pixels. */
export interface Drawing {
  readonly svg: string;
  readonly width: number;
}

function drawing(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${content}</svg>\n`;
}

function symbolOf(name: string, paint: Paint): string {
  return symbols[name]?.(paint) ?? '';
}

/** The symbol and, beside it, the name in the brand's display font; `ink` is the colour of the text. 40 high. */
export function drawLogo(symbol: string, paint: Paint, word: OutlinedText, ink: string): Drawing {
  const width = Math.ceil(42 + word.width);
  const letters = `<path fill="${ink}" transform="translate(41 28)" d="${word.path}"/>`;
  return { svg: drawing(width, 40, `<g transform="translate(1 4)">${symbolOf(symbol, paint)}</g>${letters}`), width };
}

/** The symbol on a tile of the brand's colour. */
export function drawFavicon(symbol: string, tile: string, paint: Paint): string {
  const mark = `<g transform="translate(8 8)">${symbolOf(symbol, paint)}</g>`;
  return drawing(48, 48, `<rect width="48" height="48" rx="12" fill="${tile}"/>${mark}`);
}

/** The drawing beside the pages on wide screens: the symbol, large, over rings. Decoration only. */
export function drawScene(symbol: string, paint: Paint): string {
  const rings = [146, 112, 78].map(
    (radius, index) =>
      `<circle cx="330" cy="150" r="${radius}" fill="${index === 1 ? paint.accent : paint.main}" opacity="${[0.1, 0.12, 0.16][index] ?? 0.1}"/>`,
  );
  const dots = [0, 1, 2, 3, 4].map(
    (index) =>
      `<rect x="${24 + index * 30}" y="${206 - index * 22}" width="18" height="${62 + index * 22}" rx="6" fill="${index === 4 ? paint.accent : paint.main}" opacity="${0.35 + index * 0.13}"/>`,
  );
  const floor = `<rect x="12" y="268" width="456" height="8" rx="4" fill="${paint.main}" opacity="0.3"/>`;
  const mark = `<g transform="translate(250 70) scale(5)">${symbolOf(symbol, paint)}</g>`;
  return drawing(480, 300, `${rings.join('')}${dots.join('')}${floor}${mark}`);
}
