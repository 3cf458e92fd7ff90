import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

export type FontWeight = 'regular' | 'bold';

/** A run of text in one font. */
export interface FontRun {
  readonly font: string;
  readonly text: string;
}

const numbers: Readonly<Record<FontWeight, number>> = { regular: 400, bold: 600 };
/** Characters of the fonts' second file; a character in neither is written as a question mark, never as another one. */
const extended = /[\u0100-\u02ba\u1e00-\u1eff\u20a0-\u20ab\u20ad-\u20c0\u2113]/u;
const latin = /[\u0020-\u007e\u00a0-\u00ff\u0131\u0152\u0153\u02bb-\u02da\u2000-\u206f\u20ac\u2122\u2212]/u;

/** The embedded fonts' files by their names in a document. Read once. */
export const pdfFonts: ReadonlyMap<string, Buffer> = readFonts();

function readFonts(): Map<string, Buffer> {
  const folder = path.join(
    path.dirname(createRequire(import.meta.url).resolve('@fontsource/source-sans-3/package.json')),
    'files',
  );
  const names = (['regular', 'bold'] as const).flatMap((weight) =>
    (['latin', 'latin-ext'] as const).map((part) => [`${weight}/${part}`, part, numbers[weight]] as const),
  );
  return new Map(
    names.map(([name, part, number]) => [
      name,
      readFileSync(path.join(folder, `source-sans-3-${part}-${number}-normal.woff`)),
    ]),
  );
}

/** Splits a text between the two files of a weight. */
export function fontRuns(text: string, weight: FontWeight): FontRun[] {
  const runs: { font: string; text: string }[] = [];
  for (const letter of text.normalize('NFC')) {
    const isExtended = extended.test(letter) && !latin.test(letter);
    const font = `${weight}/${isExtended ? 'latin-ext' : 'latin'}`;
    const written = isExtended || latin.test(letter) ? letter : '?';
    const last = runs.at(-1);
    if (last?.font === font) last.text += written;
    else runs.push({ font, text: written });
  }
  return runs;
}
