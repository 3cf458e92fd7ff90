/** Measures of a font file, in em. */
export interface FontMeasures {
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  /** Average advance of the characters of a text. */
  readonly averageWidth: number;
}

/** Reads the measures of a TrueType or OpenType file (ISO/IEC 14496-22: head, hhea, OS/2, hmtx, cmap format 4). */
export function measureFont(file: Uint8Array, text: string): FontMeasures {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const at = tableStarts(view);
  const unitsPerEm = view.getUint16(at('head') + 18);
  const usesTypographic = (view.getUint16(at('OS/2') + 62) & 0x80) !== 0;
  const [ascent, descent, lineGap] = usesTypographic
    ? [view.getInt16(at('OS/2') + 68), view.getInt16(at('OS/2') + 70), view.getInt16(at('OS/2') + 72)]
    : [view.getInt16(at('hhea') + 4), view.getInt16(at('hhea') + 6), view.getInt16(at('hhea') + 8)];
  const glyphOf = characterMap(view, at('cmap'));
  const metricCount = view.getUint16(at('hhea') + 34);
  const widths = [...text].map((character) => {
    const glyph = Math.min(glyphOf(character.codePointAt(0) ?? 0), metricCount - 1);
    return view.getUint16(at('hmtx') + glyph * 4);
  });
  const total = widths.reduce((sum, width) => sum + width, 0);
  return {
    ascent: ascent / unitsPerEm,
    descent: -descent / unitsPerEm,
    lineGap: lineGap / unitsPerEm,
    averageWidth: total / widths.length / unitsPerEm,
  };
}

/** Where a table of the file begins, by its tag; throws when the file has none of that name. */
export function tableStarts(view: DataView): (tag: string) => number {
  const tables = readTables(view);
  return (tag) => {
    const offset = tables.get(tag);
    if (offset === undefined) throw new Error(`The font has no table ${tag}`);
    return offset;
  };
}

function readTables(view: DataView): ReadonlyMap<string, number> {
  const tables = new Map<string, number>();
  for (let index = 0; index < view.getUint16(4); index += 1) {
    const entry = 12 + index * 16;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(entry + byte)));
    tables.set(tag, view.getUint32(entry + 8));
  }
  return tables;
}

/** Glyph numbers by code point, from the segments of the map for the Basic Multilingual Plane. */
export function characterMap(view: DataView, cmap: number): (code: number) => number {
  const count = view.getUint16(cmap + 2);
  const offsets = Array.from({ length: count }, (_, index) => cmap + view.getUint32(cmap + 4 + index * 8 + 4));
  const map = offsets.find((offset) => view.getUint16(offset) === 4);
  if (map === undefined) throw new Error('The font has no character map of format 4');
  const doubled = view.getUint16(map + 6);
  return (code) => {
    for (let at = 0; at < doubled; at += 2) {
      if (code > view.getUint16(map + 14 + at)) continue;
      const startAt = map + 16 + doubled + at;
      const start = view.getUint16(startAt);
      if (code < start) return 0;
      const rangeAt = startAt + doubled * 2;
      const range = view.getUint16(rangeAt);
      const delta = view.getUint16(startAt + doubled);
      if (range === 0) return (code + delta) & 0xffff;
      const glyph = view.getUint16(rangeAt + range + (code - start) * 2);
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
}
