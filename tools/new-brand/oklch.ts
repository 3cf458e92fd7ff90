import type { Color } from '#src/branding/theme/token-values.ts';

export type Rgb = Color['rgb'];

/** A colour by lightness (0 to 1), chroma (0 is grey) and hue in degrees: equal steps look equal (Ottosson, OKLCH). */
export interface Oklch {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

const toLinear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const fromLinear = (part: number): number => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);

/** `#rrggbb` as three parts from 0 to 1; null when it is none. */
export function readHex(text: string): Rgb | null {
  const found = /^#?([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text.trim());
  if (!found) return null;
  const part = (at: 1 | 2 | 3): number => Number.parseInt(found[at] ?? '', 16) / 255;
  return [part(1), part(2), part(3)];
}

export function toOklch(rgb: Rgb): Oklch {
  const [red, green, blue] = [toLinear(rgb[0]), toLinear(rgb[1]), toLinear(rgb[2])];
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return { l, c: Math.hypot(a, b), h: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 };
}

/** The nearest displayable colour: lightness and hue stay, chroma is reduced. Rounded to 8 bits. */
export function fromOklch({ l, c, h }: Oklch): Rgb {
  let [low, high] = [0, c];
  if (isShown(linearOf(l, c, h))) low = c;
  else
    for (let turn = 0; turn < 16; turn += 1) {
      const middle = (low + high) / 2;
      if (isShown(linearOf(l, middle, h))) low = middle;
      else high = middle;
    }
  const [red, green, blue] = linearOf(l, low, h);
  return [rounded(red), rounded(green), rounded(blue)];
}

function linearOf(l: number, c: number, h: number): Rgb {
  const angle = (h * Math.PI) / 180;
  const [a, b] = [c * Math.cos(angle), c * Math.sin(angle)];
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

function isShown(parts: Rgb): boolean {
  return parts.every((part) => part >= -0.0001 && part <= 1.0001);
}

function rounded(part: number): number {
  return Math.round(fromLinear(Math.min(1, Math.max(0, part))) * 255) / 255;
}
