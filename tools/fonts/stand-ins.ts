import type { FontMeasures } from './sfnt.ts';

/** A font that machines have, and the average advance of `sampleText` in it, in em. */
interface MachineFont {
  readonly name: string;
  readonly local: readonly string[];
  readonly averageWidth: number;
}

type Kind = 'sans' | 'serif';
type Boldness = 'regular' | 'bold';

/**
 * Widths measured once over `sampleText`: Arial and Times New Roman by the metrics of Helvetica and Times (Adobe font
 * metrics files; the pairs are equally wide), the others by the font files. Arial stands on Windows, macOS and iOS,
 * Roboto and Noto on Android, DejaVu on bare Linux.
 */
const machineFonts: Readonly<Record<Kind, Readonly<Record<Boldness, readonly MachineFont[]>>>> = {
  sans: {
    regular: [
      { name: 'Arial', local: ['Arial', 'Liberation Sans'], averageWidth: 0.4605 },
      { name: 'Roboto', local: ['Roboto'], averageWidth: 0.4565 },
      { name: 'DejaVu', local: ['DejaVu Sans'], averageWidth: 0.5198 },
    ],
    bold: [
      {
        name: 'Arial',
        local: ['Arial Bold', 'Liberation Sans Bold'],
        averageWidth: 0.4906,
      },
      { name: 'Roboto', local: ['Roboto Bold'], averageWidth: 0.4621 },
      { name: 'DejaVu', local: ['DejaVu Sans Bold'], averageWidth: 0.583 },
    ],
  },
  serif: {
    regular: [
      {
        name: 'Times',
        local: ['Times New Roman', 'Liberation Serif'],
        averageWidth: 0.4085,
      },
      { name: 'Noto', local: ['Noto Serif'], averageWidth: 0.4824 },
      { name: 'DejaVu', local: ['DejaVu Serif'], averageWidth: 0.5229 },
    ],
    bold: [
      {
        name: 'Times',
        local: ['Times New Roman Bold', 'Liberation Serif Bold'],
        averageWidth: 0.4338,
      },
      { name: 'Noto', local: ['Noto Serif Bold'], averageWidth: 0.5119 },
      { name: 'DejaVu', local: ['DejaVu Serif Bold'], averageWidth: 0.5762 },
    ],
  },
};

/** A face that stands in until a font file is there. */
export interface StandIn {
  readonly name: string;
  readonly rule: string;
}

const percent = (value: number) => `${Number((value * 100).toFixed(1))}%`;

/**
 * Faces made of a machine's own fonts that take as much room as the face to come: as wide on average, with the same
 * ascent, descent and line gap. So lines break alike and nothing moves when the file arrives.
 */
export function standInsFor(family: string, weight: number, kind: Kind, measures: FontMeasures): readonly StandIn[] {
  const boldness = weight >= 600 ? 'bold' : 'regular';
  return machineFonts[kind][boldness].map((font) => {
    const factor = measures.averageWidth / font.averageWidth;
    const name = `${family} ${font.name}`;
    const rule =
      `@font-face{font-family:"${name}";src:${font.local.map((local) => `local("${local}")`).join(',')};font-weight:${weight};` +
      `size-adjust:${percent(factor)};ascent-override:${percent(measures.ascent / factor)};` +
      `descent-override:${percent(measures.descent / factor)};line-gap-override:${percent(measures.lineGap / factor)}}`;
    return { name, rule };
  });
}
