import { characterMap, tableStarts } from './sfnt.ts';

/** A text as one SVG path: y grows downward, the baseline is 0, one unit is one pixel at `size`. */
export interface OutlinedText {
  readonly path: string;
  readonly width: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
  readonly isOn: boolean;
}

type Contours = readonly (readonly Point[])[];

/**
 * Draws a text with the outlines of a TrueType file (ISO/IEC 14496-22: glyf, loca), so that it is the same on every
 * machine. Without kerning.
 */
export function outlineText(file: Uint8Array, text: string, size: number): OutlinedText {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const at = tableStarts(view);
  const scale = size / view.getUint16(at('head') + 18);
  const glyphOf = characterMap(view, at('cmap'));
  const metricCount = view.getUint16(at('hhea') + 34);
  const font: Font = { view, glyf: at('glyf'), loca: at('loca'), isLong: view.getInt16(at('head') + 50) === 1 };
  let width = 0;
  let path = '';
  for (const character of text) {
    const glyph = glyphOf(character.codePointAt(0) ?? 0);
    path += readGlyph(font, glyph)
      .map((contour) => contourPath(contour, scale, width))
      .join('');
    width += view.getUint16(at('hmtx') + Math.min(glyph, metricCount - 1) * 4) * scale;
  }
  return { path, width };
}

interface Font {
  readonly view: DataView;
  readonly glyf: number;
  readonly loca: number;
  readonly isLong: boolean;
}

function readGlyph(font: Font, glyph: number): Contours {
  const { view, loca, isLong } = font;
  const offset = (index: number) => (isLong ? view.getUint32(loca + index * 4) : view.getUint16(loca + index * 2) * 2);
  const [start, end] = [offset(glyph), offset(glyph + 1)];
  if (start === end) return [];
  const at = font.glyf + start;
  const count = view.getInt16(at);
  return count >= 0 ? readSimple(view, at, count) : readComposite(font, at + 10);
}

const flag = { on: 1, shortX: 2, shortY: 4, repeat: 8, sameX: 16, sameY: 32 } as const;

function readSimple(view: DataView, at: number, count: number): Contours {
  const ends = Array.from({ length: count }, (_, index) => view.getUint16(at + 10 + index * 2));
  const points = (ends.at(-1) ?? -1) + 1;
  let next = at + 10 + count * 2;
  next += 2 + view.getUint16(next);
  const flags: number[] = [];
  while (flags.length < points) {
    const bits = view.getUint8(next++);
    const times = bits & flag.repeat ? view.getUint8(next++) + 1 : 1;
    for (let time = 0; time < times; time += 1) flags.push(bits);
  }
  const readAxis = (isByte: number, same: number): number[] => {
    let value = 0;
    return flags.map((bits) => {
      if (bits & isByte) value += bits & same ? view.getUint8(next++) : -view.getUint8(next++);
      else if (!(bits & same)) {
        value += view.getInt16(next);
        next += 2;
      }
      return value;
    });
  };
  const xs = readAxis(flag.shortX, flag.sameX);
  const ys = readAxis(flag.shortY, flag.sameY);
  const all = flags.map((bits, index) => ({ x: xs[index] ?? 0, y: ys[index] ?? 0, isOn: (bits & flag.on) !== 0 }));
  return ends.map((end, index) => all.slice(index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, end + 1));
}

const part = { words: 1, offsets: 2, scale: 8, more: 32, scales: 64, matrix: 128 } as const;

/** A composite glyph, such as an accented letter. Rotated components do not occur in our fonts. */
function readComposite(font: Font, from: number): Contours {
  const { view } = font;
  const contours: (readonly Point[])[] = [];
  let at = from;
  for (let isMore = true; isMore;) {
    const bits = view.getUint16(at);
    const glyph = view.getUint16(at + 2);
    if (!(bits & part.offsets) || bits & (part.scale | part.scales | part.matrix))
      throw new Error('The font has a glyph of parts that are turned or joined by points');
    const [x, y] =
      bits & part.words ? [view.getInt16(at + 4), view.getInt16(at + 6)] : [view.getInt8(at + 4), view.getInt8(at + 5)];
    at += bits & part.words ? 8 : 6;
    for (const contour of readGlyph(font, glyph))
      contours.push(contour.map((point) => ({ ...point, x: point.x + x, y: point.y + y })));
    isMore = (bits & part.more) !== 0;
  }
  return contours;
}

/** Quadratic curves: the midpoint of two off-curve points is on the curve. */
function contourPath(contour: readonly Point[], scale: number, shift: number): string {
  const first = contour.findIndex(({ isOn }) => isOn);
  const points = first < 0 ? contour : [...contour.slice(first), ...contour.slice(0, first)];
  const [start] = points;
  if (!start) return '';
  const say = ({ x, y }: { readonly x: number; readonly y: number }) =>
    `${short(x * scale + shift)} ${short(-y * scale)}`;
  let path = `M${say(start)}`;
  let held: Point | null = null;
  for (const point of [...points.slice(1), start]) {
    if (point.isOn) path += held ? `Q${say(held)} ${say(point)}` : `L${say(point)}`;
    else if (held) path += `Q${say(held)} ${say({ x: (held.x + point.x) / 2, y: (held.y + point.y) / 2 })}`;
    held = point.isOn ? null : point;
  }
  return `${path}Z`;
}

function short(value: number): string {
  return String(Math.round(value * 10) / 10 + 0);
}
