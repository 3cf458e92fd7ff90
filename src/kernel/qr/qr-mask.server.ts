/** The eight patterns of ISO/IEC 18004, 7.8.2: whether a pattern turns the module at a place over. */
const patterns: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row * column) % 3) + ((row + column) % 2)) % 2 === 0,
];

/** A square of modules row by row, 1 = dark; `reserved` are those that no pattern may turn over. */
export interface MaskedSymbol {
  readonly size: number;
  readonly data: Uint8Array;
  readonly reservedBit: Uint8Array;
}

/** Points of one line of modules: runs of five and more (rule 1), and what looks like a finder's edge (rule 3). */
function linePoints(bits: Uint8Array, from: number, step: number, size: number): number {
  let points = 0;
  let run = 0;
  let last = -1;
  let window = 0;
  for (let at = 0, place = from; at < size; at += 1, place += step) {
    const bit = bits[place] ?? 0;
    run = bit === last ? run + 1 : 1;
    last = bit;
    if (run === 5) points += 3;
    else if (run > 5) points += 1;
    window = ((window << 1) & 0x7ff) | bit;
    if (at >= 10 && (window === 0x5d0 || window === 0x05d)) points += 40;
  }
  return points;
}

/** How badly a symbol reads (ISO/IEC 18004, 7.8.3): the less, the better. Counted no further than `most`. */
function penaltyOf(bits: Uint8Array, size: number, most: number): number {
  let points = 0;
  let dark = 0;
  for (let line = 0; line < size; line += 1) {
    if (points >= most) return points;
    points += linePoints(bits, line * size, 1, size) + linePoints(bits, line, size, size);
    for (let column = 0; column < size; column += 1) {
      const place = line * size + column;
      const bit = bits[place] ?? 0;
      dark += bit;
      if (line === 0 || column === 0) continue;
      const same = bit + (bits[place - 1] ?? 0) + (bits[place - size] ?? 0) + (bits[place - size - 1] ?? 0);
      if (same === 0 || same === 4) points += 3;
    }
  }
  return points + 10 * Math.abs(Math.ceil((dark * 20) / (size * size)) - 10);
}

const turns = new Map<number, readonly Uint8Array[]>();

/** Each pattern's modules for a size: they are the same for every symbol. */
function turnsOf(size: number): readonly Uint8Array[] {
  const known = turns.get(size);
  if (known) return known;
  const made = patterns.map((turnsOver) =>
    Uint8Array.from({ length: size * size }, (_, place) => (turnsOver(Math.floor(place / size), place % size) ? 1 : 0)),
  );
  turns.set(size, made);
  return made;
}

/** What a symbol of correction level M says of its own pattern, by pattern (ISO/IEC 18004, annex C). */
const formatWords = [0x5412, 0x5125, 0x5e7c, 0x5b4b, 0x45f9, 0x40ce, 0x4f97, 0x4aa0] as const;

/** Writes a pattern's word beside the finders: once down the ninth column, once along the ninth row. */
function writeFormat(bits: Uint8Array, size: number, word: number): void {
  for (let at = 0; at < 15; at += 1) {
    const bit = (word >> at) & 1;
    const row = at < 6 ? at : at < 8 ? at + 1 : size - 15 + at;
    const column = at < 8 ? size - at - 1 : at < 9 ? 15 - at : 14 - at;
    bits[row * size + 8] = bit;
    bits[8 * size + column] = bit;
  }
}

/** A symbol with the pattern that reads best: the pattern's number, and all modules row by row, 1 = dark. */
export interface ReadableSymbol {
  readonly pattern: number;
  readonly bits: Uint8Array;
}

/** Puts the pattern that reads best on a symbol of correction level M that bears pattern 0 now. */
export function withBestMask({ size, data, reservedBit }: MaskedSymbol): ReadableSymbol {
  const [first, ...others] = turnsOf(size);
  let best: ReadableSymbol = { pattern: 0, bits: data };
  let least = penaltyOf(data, size, Number.POSITIVE_INFINITY);
  let tried = new Uint8Array(data.length);
  for (const [index, pattern] of others.entries()) {
    for (let place = 0; place < tried.length; place += 1) {
      const turn = reservedBit[place] ? 0 : (first?.[place] ?? 0) ^ (pattern[place] ?? 0);
      tried[place] = (data[place] ?? 0) ^ turn;
    }
    writeFormat(tried, size, formatWords[index + 1] ?? 0);
    const points = penaltyOf(tried, size, least);
    if (points >= least) continue;
    least = points;
    best = { pattern: index + 1, bits: tried };
    tried = new Uint8Array(data.length);
  }
  return best;
}
