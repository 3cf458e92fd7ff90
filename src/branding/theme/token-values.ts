import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { isTree, type JsonValue } from '../files/merge-patch.ts';

/** An sRGB color; components and alpha between 0 and 1. */
export interface Color {
  readonly kind: 'color';
  readonly rgb: readonly [number, number, number];
  readonly alpha: number;
}

export interface ShadowLayer {
  readonly color: Color | { readonly kind: 'alias'; readonly path: string };
  /** x, y, blur, spread as CSS lengths. */
  readonly lengths: readonly [string, string, string, string];
  readonly inset: boolean;
}

/** A token's value, understood. `text` is ready for CSS: made of numbers and known units only. */
export type TokenValue =
  | Color
  | { readonly kind: 'shadow'; readonly layers: readonly ShadowLayer[] }
  | { readonly kind: 'fonts'; readonly families: readonly string[] }
  | { readonly kind: 'text'; readonly text: string };

type Read<T> = Result<T, string>;

const familyShape = /^[A-Za-z0-9]+(?:[ -][A-Za-z0-9]+)*$/;
const aliasShape = /^\{([a-z0-9.-]+)\}$/;

/** Reads a value of one of the format's types that themes use; the error names the fault. */
export function readValue(type: string, value: JsonValue): Read<TokenValue> {
  switch (type) {
    case 'color':
      return readColor(value);
    case 'dimension':
      return asText(readMeasure(value, ['px', 'rem']));
    case 'duration':
      return asText(readMeasure(value, ['ms', 's']));
    case 'number':
      return isPlain(value) ? ok({ kind: 'text', text: String(value) }) : err('must be a number, at most 10,000');
    case 'fontWeight':
      return typeof value === 'number' && value >= 1 && value <= 1000
        ? ok({ kind: 'text', text: String(value) })
        : err('must be a weight from 1 to 1000');
    case 'fontFamily':
      return readFamilies(value);
    case 'shadow':
      return readShadow(value);
    default:
      return err(`type "${type}" is not supported`);
  }
}

function asText(read: Read<string>): Read<TokenValue> {
  return read.ok ? ok({ kind: 'text', text: read.value }) : read;
}

/** A number that is written with digits: from 1e21 on, JavaScript writes `1e+21`, and no length is that long. */
function isPlain(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Math.abs(value) <= 10_000;
}

function readMeasure(value: JsonValue | undefined, units: readonly string[]): Read<string> {
  const number = isTree(value) ? value['value'] : undefined;
  if (!isTree(value) || !isPlain(number)) return err('must be { "value": number, "unit": … }');
  const { unit } = value;
  if (typeof unit !== 'string' || !units.includes(unit)) return err(`unit must be ${units.join(' or ')}`);
  return ok(number === 0 ? '0' : `${number}${unit}`);
}

function isPart(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

function readColor(value: JsonValue): Read<Color> {
  if (!isTree(value) || value['colorSpace'] !== 'srgb') return err('must be a color object with "colorSpace": "srgb"');
  const { components, alpha = 1, hex } = value;
  if (!Array.isArray(components) || components.length !== 3) return err('components must be three numbers');
  const [red, green, blue]: readonly JsonValue[] = components;
  if (!isPart(red) || !isPart(green) || !isPart(blue)) return err('components must be numbers from 0 to 1');
  if (!isPart(alpha)) return err('alpha must be a number from 0 to 1');
  const color: Color = { kind: 'color', rgb: [red, green, blue], alpha };
  if (hex !== undefined && hex !== hexOf(color.rgb))
    return err(`hex ${JSON.stringify(hex)} is not what components say (${hexOf(color.rgb)})`);
  return ok(color);
}

function readFamilies(value: JsonValue): Read<TokenValue> {
  const families = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  const known = families.filter((family): family is string => typeof family === 'string' && familyShape.test(family));
  if (known.length === 0 || known.length < families.length)
    return err('must be font names of letters, digits and blanks');
  return ok({ kind: 'fonts', families: known });
}

function readShadow(value: JsonValue): Read<TokenValue> {
  const layers: ShadowLayer[] = [];
  for (const layer of Array.isArray(value) ? (value as readonly JsonValue[]) : [value]) {
    if (!isTree(layer)) return err('must be a shadow object or a list of them');
    const alias = typeof layer['color'] === 'string' ? aliasShape.exec(layer['color'])?.[1] : undefined;
    const color = alias === undefined ? readColor(layer['color'] ?? null) : ok({ kind: 'alias' as const, path: alias });
    if (!color.ok) return err(`color ${color.error}`);
    const lengths = ['offsetX', 'offsetY', 'blur', 'spread'].map((name) => readMeasure(layer[name], ['px', 'rem']));
    const [x, y, blur, spread] = lengths.map((length) => (length.ok ? length.value : null));
    if (!x || !y || !blur || !spread)
      return err('offsetX, offsetY, blur and spread must be { "value": number, "unit": "px" or "rem" }');
    layers.push({ color: color.value, lengths: [x, y, blur, spread], inset: layer['inset'] === true });
  }
  return layers.length > 0 ? ok({ kind: 'shadow', layers }) : err('has no layer');
}

function hexPart(part: number): string {
  return Math.round(part * 255)
    .toString(16)
    .padStart(2, '0');
}

/** `#rrggbb` of three components from 0 to 1. */
export function hexOf(rgb: readonly [number, number, number]): string {
  return `#${rgb.map(hexPart).join('')}`;
}

/** The shortest hexadecimal writing of a color, with alpha only when it is not 1. */
export function cssColor(color: Color): string {
  const long = hexOf(color.rgb) + (color.alpha === 1 ? '' : hexPart(color.alpha));
  return /^#(?:([\da-f])\1)+$/.test(long) ? `#${[...long].filter((_, at) => at % 2 === 1).join('')}` : long;
}
