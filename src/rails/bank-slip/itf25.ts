/** Which of a digit's five elements are wide (interleaved 2 of 5, ISO/IEC 16390). */
const wideOf = ['NNWWN', 'WNNNW', 'NWNNW', 'WWNNN', 'NNWNW', 'WNWNN', 'NWWNN', 'NNNWW', 'WNNWN', 'NWNWN'];
const start = 'NNNN';
const stop = 'WNN';

/** Size at which banks test a slip's bars, in millimetres (FEBRABAN). */
export const slipBarsSize = { widthMm: 103, heightMm: 13 } as const;

/** Bars of a code, in narrow elements from its left edge. */
export interface Bars {
  /** All of the code's width in narrow elements; 405 for a slip. */
  readonly units: number;
  readonly bars: readonly { readonly x: number; readonly width: number }[];
}

/**
 * Widths of the elements of an even number of digits, `N`arrow and `W`ide, beginning with a bar: digits at odd places
 * are bars, those at even places the gaps between them. Throws a `RangeError` for anything else.
 */
export function itf25Widths(digits: string): string {
  if (digits.length % 2 === 1 || !/^\d+$/.test(digits)) throw new RangeError('ITF takes an even number of digits');
  let widths = start;
  for (let index = 0; index < digits.length; index += 2) {
    const bars = wideOf[Number(digits.charAt(index))] ?? '';
    const gaps = wideOf[Number(digits.charAt(index + 1))] ?? '';
    for (let element = 0; element < 5; element += 1) widths += bars.charAt(element) + gaps.charAt(element);
  }
  return widths + stop;
}

/** The black bars of a code; a wide element is three narrow ones. */
export function itf25Bars(digits: string): Bars {
  const bars: { x: number; width: number }[] = [];
  let x = 0;
  for (const [index, element] of [...itf25Widths(digits)].entries()) {
    const width = element === 'W' ? 3 : 1;
    if (index % 2 === 0) bars.push({ x, width });
    x += width;
  }
  return { units: x, bars };
}

/** The bars as the `d` of one SVG path, `height` high, one unit per narrow element. */
export function itf25Path(digits: string, height: number): string {
  return itf25Bars(digits)
    .bars.map(({ x, width }) => `M${x} 0h${width}v${height}h-${width}z`)
    .join('');
}
