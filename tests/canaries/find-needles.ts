import type { Country } from '#src/kernel/locale/locale.ts';
import { formsOf, mustStandAlone, shortKinds } from './forms.ts';
import type { Needle, NeedleKind } from './needles.ts';

/** Something to look through: a log, a table, a file of the database. */
export interface Haystack {
  /** Such as `log` or `table leads`. */
  readonly place: string;
  readonly bytes: Buffer;
}

export interface Hit {
  readonly place: string;
  readonly kind: NeedleKind;
  readonly path: string;
  /** Whose it is like, of a buyer's data. */
  readonly country?: Country;
  /** How it was written there. */
  readonly form: string;
}

interface Written {
  readonly needle: Needle;
  /** Its place among the forms of its needle. */
  readonly rank: number;
  readonly name: string;
  readonly bytes: Buffer;
  /** Within a longer number it is that number, not this. */
  readonly isAlone: boolean;
}

/**
 * All secrets at once: one pass over each file instead of one for each secret and spelling, of which there are thousands.
 * Nothing is known twice: of a secret that lies somewhere in several forms the first is told.
 */
export class NeedleIndex {
  readonly #short: readonly Needle[];
  /** Whether anything begins with these two bytes. */
  readonly #begins = new Uint8Array(1 << 16);
  readonly #byFour = new Map<number, Written[]>();

  constructor(needles: readonly Needle[]) {
    this.#short = needles.filter(({ kind }) => shortKinds.has(kind));
    for (const needle of needles.filter(({ kind }) => !shortKinds.has(kind))) {
      for (const [rank, form] of formsOf(needle).entries()) {
        const [name, text] = form;
        // Bytes that are no letters stand as they are.
        const bytes = name === 'two bytes a letter' ? Buffer.from(text, 'latin1') : Buffer.from(text);
        this.#begins[bytes.readUInt16BE(0)] = 1;
        const four = bytes.readUInt32BE(0);
        this.#byFour.set(four, [
          ...(this.#byFour.get(four) ?? []),
          { needle, rank, name, bytes, isAlone: mustStandAlone(form) },
        ]);
      }
    }
  }

  /** Where which secrets lie, in whatever form. */
  find(haystack: Haystack, isBinary = false): Hit[] {
    const found = new Map<Needle, Written>();
    const { place, bytes } = haystack;
    for (let at = 0; at + 4 <= bytes.length; at += 1) {
      if (this.#begins[((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)] === 0) continue;
      for (const form of this.#byFour.get(bytes.readUInt32BE(at)) ?? []) {
        if (form.rank >= (found.get(form.needle)?.rank ?? Infinity)) continue;
        const end = at + form.bytes.length;
        if (!bytes.subarray(at, end).equals(form.bytes)) continue;
        if (!form.isAlone || standsAlone(bytes, at, end)) found.set(form.needle, form);
      }
    }
    const long = [...found.values()].map(({ needle: { kind, path, country }, name }) => ({
      ...{ place, kind, path, form: name },
      ...(country === undefined ? {} : { country }),
    }));
    return isBinary || this.#short.length === 0 ? long : [...long, ...findShort(haystack, this.#short)];
  }
}

const isFigure = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** No figure is beside it, and it is no fraction: times and durations have as many figures behind their point. */
function standsAlone(bytes: Buffer, at: number, end: number): boolean {
  const isFraction = bytes[at - 1] === 0x2e && isFigure(bytes[at - 2]);
  return !isFigure(bytes[at - 1]) && !isFigure(bytes[end]) && !isFraction;
}

/** A short code counts where it stands alone, not within a longer number, a moment or an id. */
function findShort({ place, bytes }: Haystack, needles: readonly Needle[]): Hit[] {
  // Ends of lines in JSON are letters otherwise.
  const text = bytes.toString('latin1').replaceAll(/\\[nrt]/g, '  ');
  return needles
    .filter(({ text: code }) => new RegExp(`(?<!\\w|\\d[.:]|\\w-)${code}(?!\\w|[.:-]\\w)`).test(text))
    .map(({ kind, path }) => ({ place, kind, path, form: 'alone' }));
}
