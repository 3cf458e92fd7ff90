import type { Color } from './token-values.ts';

type Rgb = Color['rgb'];

/** Relative luminance of an sRGB color (WCAG 2.2, "relative luminance"). */
function luminance([red, green, blue]: Rgb): number {
  const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Contrast ratio of two opaque colors, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrastRatio(one: Rgb, other: Rgb): number {
  const a = luminance(one) + 0.05;
  const b = luminance(other) + 0.05;
  return a > b ? a / b : b / a;
}

/** A translucent color as it looks over an opaque one. */
export function blend(over: Color, under: Rgb): Rgb {
  const mix = (at: 0 | 1 | 2) => over.rgb[at] * over.alpha + under[at] * (1 - over.alpha);
  return [mix(0), mix(1), mix(2)];
}
