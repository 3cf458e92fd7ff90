/** What is combined: each factor's name with its levels. */
export type Factors = Readonly<Record<string, readonly string[]>>;

/** One combination: a level of every factor. */
export type Row = Readonly<Record<string, string>>;

/** Levels of some factors, which a row has or has not. */
export type Tuple = Readonly<Record<string, string>>;

function contains(row: Row, tuple: Tuple): boolean {
  return Object.entries(tuple).every(([factor, level]) => row[factor] === level);
}

/** Every choice of levels of these factors. */
export function tuplesOf(factors: Factors, names: readonly string[]): Tuple[] {
  return names.reduce<Tuple[]>(
    (made, name) => made.flatMap((tuple) => (factors[name] ?? []).map((level) => ({ ...tuple, [name]: level }))),
    [{}],
  );
}

/** Every pair of factors, and the named groups of three. */
export function groupsOf(factors: Factors, triples: readonly (readonly [string, string, string])[]): string[][] {
  const names = Object.keys(factors);
  const pairs = names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other]));
  return [...pairs, ...triples.map((triple) => [...triple])];
}

/**
 * Completes a tuple to a row that may be, taking first the levels that cover the most that is still open; null when
 * no row may have it. `mayBe` judges whole rows only.
 */
function complete(factors: Factors, tuple: Tuple, open: readonly Tuple[], mayBe: (row: Row) => boolean): Row | null {
  const names = Object.keys(factors).filter((name) => tuple[name] === undefined);
  const fill = (row: Row, at: number): Row | null => {
    const name = names[at];
    if (name === undefined) return mayBe(row) ? row : null;
    const gain = (level: string): number => {
      const next = { ...row, [name]: level };
      const fits = (wanted: Tuple): boolean =>
        wanted[name] === level && Object.entries(wanted).every(([key, value]) => (next[key] ?? value) === value);
      return open.filter(fits).length;
    };
    const levels = (factors[name] ?? []).map((level) => ({ level, gain: gain(level) }));
    for (const { level } of levels.toSorted((a, b) => b.gain - a.gain)) {
      const found = fill({ ...row, [name]: level }, at + 1);
      if (found) return found;
    }
    return null;
  };
  return fill(tuple, 0);
}

/**
 * Few rows that together have every pair of levels and every level of the named triples, as far as a row may have
 * them. The same input gives the same rows. `impossible`: what no row may have.
 */
export function coveringRows(
  factors: Factors,
  triples: readonly (readonly [string, string, string])[],
  mayBe: (row: Row) => boolean,
): { readonly rows: readonly Row[]; readonly impossible: readonly Tuple[] } {
  const rows: Row[] = [];
  const impossible: Tuple[] = [];
  let open = groupsOf(factors, triples).flatMap((names) => tuplesOf(factors, names));
  for (let next = open[0]; next; next = open[0]) {
    const row = complete(factors, next, open, mayBe);
    if (row) rows.push(row);
    else impossible.push(next);
    open = open.filter((tuple) => (row ? !contains(row, tuple) : tuple !== next));
  }
  return { rows, impossible };
}
