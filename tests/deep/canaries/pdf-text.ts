/**
 * The words of a PDF file whose fonts are embedded: its pages name glyphs, and each font says by a table of its own
 * (`ToUnicode`) which letters these are. Which font is set where is not followed: every table is tried on every page.
 */
export function textOfPdf(streams: readonly Buffer[]): string {
  const texts = streams.map((stream) => stream.toString('latin1'));
  const tables = texts.filter((text) => text.includes('begincmap')).map(lettersOf);
  const pages = texts.filter((text) => / T[jJ]\b/.test(text));
  return pages.flatMap((page) => tables.map((letters) => wordsOf(page, letters))).join('\n');
}

/**
 * Letters by glyph, out of the lines `<first> <last> [<letters> …]`, `<first> <last> <letter>` and `<glyph> <letters>`.
 * One glyph can stand for several: "ff", joined, is written `<0066 0066>`.
 */
function lettersOf(table: string): ReadonlyMap<number, string> {
  const letters = new Map<number, string>();
  for (const [, block = ''] of table.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, first = '', last = '', list, one] of block.matchAll(
      /<([0-9a-f]+)>\s*<([0-9a-f]+)>\s*(?:\[([^\]]*)\]|<([0-9a-f ]+)>)/gi,
    )) {
      const begin = Number.parseInt(first, 16);
      const listed = list?.match(/(?<=<)[0-9a-f ]+(?=>)/gi) ?? [];
      for (let glyph = begin; glyph <= Number.parseInt(last, 16); glyph += 1) {
        const letter =
          one === undefined ? listed[glyph - begin] : (Number.parseInt(one, 16) + glyph - begin).toString(16);
        if (letter !== undefined) letters.set(glyph, letterOf(letter));
      }
    }
  }
  for (const [, block = ''] of table.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', letter = ''] of block.matchAll(/<([0-9a-f]+)>\s*<([0-9a-f ]+)>/gi))
      letters.set(Number.parseInt(glyph, 16), letterOf(letter));
  return letters;
}

function letterOf(written: string): string {
  const hex = written.replaceAll(' ', '');
  const bytes = Buffer.from(hex.padStart(Math.ceil(hex.length / 4) * 4, '0'), 'hex');
  return bytes.swap16().toString('utf16le');
}

/** Everything that is set on a page, one line for each operator. */
function wordsOf(page: string, letters: ReadonlyMap<number, string>): string {
  const lines = [...page.matchAll(/(\[[^\]]*\]|<[0-9a-f]+>)\s*T[jJ]\b/gi)].map(([, set = '']) =>
    (set.match(/(?<=<)[0-9a-f]+(?=>)/gi) ?? [])
      .flatMap((run) => run.match(/.{4}/g) ?? [])
      .map((glyph) => letters.get(Number.parseInt(glyph, 16)) ?? '')
      .join(''),
  );
  return lines.join('\n');
}
