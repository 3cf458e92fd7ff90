import type { FontMeasures } from './sfnt.ts';

/** System fonts of equal or similar width, and the average advance of `sampleText` in the first, in em. */
interface MachineFonts {
  readonly local: readonly string[];
  readonly averageWidth: number;
}

type Kind = 'sans' | 'serif';
type Boldness = 'regular' | 'bold';

/**
 * Widths measured once over `sampleText`, by the metrics of Helvetica and Times (Adobe font metrics files), which Arial,
 * Times New Roman and Liberation copy. Windows, macOS and iOS have Arial, Linux has Liberation, Android has Roboto.
 */
const machineFonts: Readonly<Record<Kind, Readonly<Record<Boldness, MachineFonts>>>> = {
  sans: {
    regular: { local: ['Arial', 'Liberation Sans', 'Roboto'], averageWidth: 0.4605 },
    bold: { local: ['Arial Bold', 'Liberation Sans Bold', 'Roboto Bold'], averageWidth: 0.4906 },
  },
  serif: {
    regular: { local: ['Times New Roman', 'Liberation Serif'], averageWidth: 0.4085 },
    bold: { local: ['Times New Roman Bold', 'Liberation Serif Bold'], averageWidth: 0.4338 },
  },
};

/** Metrics of the font to be replaced; `heavy`: bold whatever its weight says. */
interface FallbackFace {
  readonly family: string;
  readonly weight: number;
  readonly standIn: Kind;
  readonly heavy: boolean;
}

/** A fallback font for a font file that came too late. */
export interface FallbackFont {
  readonly name: string;
  readonly rule: string;
}

const percent = (value: number) => `${Number((value * 100).toFixed(1))}%`;

/**
 * A fallback from a system font that takes as much room as the brand's font: equal average width, ascent, descent and line
 * gap. So the layout and the line breaks are the same with and without the file.
 */
export function fallbackFontFor(
  { family, weight, standIn: kind, heavy }: FallbackFace,
  measures: FontMeasures,
): FallbackFont {
  const { local, averageWidth } = machineFonts[kind][weight >= 600 || heavy ? 'bold' : 'regular'];
  const factor = measures.averageWidth / averageWidth;
  const name = `${family} Stand-in`;
  const rule =
    `@font-face{font-family:"${name}";src:${local.map((font) => `local("${font}")`).join(',')};font-weight:${weight};` +
    `size-adjust:${percent(factor)};ascent-override:${percent(measures.ascent / factor)};` +
    `descent-override:${percent(measures.descent / factor)};line-gap-override:${percent(measures.lineGap / factor)}}`;
  return { name, rule };
}
