import type { Country } from '#src/kernel/locale/locale.ts';
import { encodingsOf, mustBeDelimited, shortKinds } from './encodings.ts';
import type { Canary, CanaryKind } from './canary-values.ts';

/** Something to look through: a log, a table, a file of the database. */
export interface ScanSource {
  /** Such as `log` or `table leads`. */
  readonly place: string;
  readonly bytes: Buffer;
}

export interface CanaryMatch {
  readonly place: string;
  readonly kind: CanaryKind;
  readonly path: string;
  /** Whose it is like, of a buyer's data. */
  readonly country?: Country;
  /** How it was written there. */
  readonly form: string;
}

interface Written {
  readonly canary: Canary;
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
export class CanaryIndex {
  readonly #short: readonly Canary[];
  /** Whether anything begins with these two bytes. */
  readonly #begins = new Uint8Array(1 << 16);
  readonly #byFour = new Map<number, Written[]>();

  constructor(canaries: readonly Canary[]) {
    this.#short = canaries.filter(({ kind }) => shortKinds.has(kind));
    for (const canary of canaries.filter(({ kind }) => !shortKinds.has(kind))) {
      for (const [rank, form] of encodingsOf(canary).entries()) {
        const [name, text] = form;
        // Bytes that are no letters stand as they are.
        const bytes = name === 'two bytes a letter' ? Buffer.from(text, 'latin1') : Buffer.from(text);
        this.#begins[bytes.readUInt16BE(0)] = 1;
        const four = bytes.readUInt32BE(0);
        this.#byFour.set(four, [
          ...(this.#byFour.get(four) ?? []),
          { canary, rank, name, bytes, isAlone: mustBeDelimited(form) },
        ]);
      }
    }
  }

  /** Where which secrets lie, in whatever form. */
  find(scanSource: ScanSource, isBinary = false): CanaryMatch[] {
    const found = new Map<Canary, Written>();
    const { place, bytes } = scanSource;
    for (let at = 0; at + 4 <= bytes.length; at += 1) {
      if (this.#begins[((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)] === 0) continue;
      for (const form of this.#byFour.get(bytes.readUInt32BE(at)) ?? []) {
        if (form.rank >= (found.get(form.canary)?.rank ?? Infinity)) continue;
        const end = at + form.bytes.length;
        if (!bytes.subarray(at, end).equals(form.bytes)) continue;
        if (!form.isAlone || isDelimited(bytes, at, end)) found.set(form.canary, form);
      }
    }
    const long = [...found.values()].map(({ canary: { kind, path, country }, name }) => ({
      ...{ place, kind, path, form: name },
      ...(country === undefined ? {} : { country }),
    }));
    return isBinary || this.#short.length === 0 ? long : [...long, ...findShort(scanSource, this.#short)];
  }
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** No figure is beside it, and it is no fraction: times and durations have as many figures behind their point. */
function isDelimited(bytes: Buffer, at: number, end: number): boolean {
  const isFraction = bytes[at - 1] === 0x2e && isDigit(bytes[at - 2]);
  return !isDigit(bytes[at - 1]) && !isDigit(bytes[end]) && !isFraction;
}

/** A short code counts where it stands alone, not within a longer number, a moment or an id. */
function findShort({ place, bytes }: ScanSource, canaries: readonly Canary[]): CanaryMatch[] {
  // Ends of lines in JSON are letters otherwise.
  const text = bytes.toString('latin1').replaceAll(/\\[nrt]/g, '  ');
  return canaries
    .filter(({ text: code }) => new RegExp(`(?<!\\w|\\d[.:]|\\w-)${code}(?!\\w|[.:-]\\w)`).test(text))
    .map(({ kind, path }) => ({ place, kind, path, form: 'alone' }));
}
