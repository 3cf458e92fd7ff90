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
  /** How it was written there. */
  readonly form: string;
}

/** Short digits are nothing but digits in a binary file: there they say nothing. */
const shortKinds: ReadonlySet<NeedleKind> = new Set(['phone-code', 'unit-code']);

/** The ways in which a text may be written and still be it. */
function formsOf({ kind, text }: Needle): readonly (readonly [string, string])[] {
  const bytes = Buffer.from(text);
  const isNumber = /^\d+$/.test(text);
  const groups = (sign: string): string => text.replaceAll(/\d{4}(?=\d)/g, `$&${sign}`);
  return [
    ['plain', text],
    ...(encodeURIComponent(text) === text ? [] : [['in an address', encodeURIComponent(text)] as const]),
    ...(shortKinds.has(kind)
      ? []
      : ([
          ['base64', bytes.toString('base64').replace(/=+$/, '').slice(0, -1)],
          ['hex', bytes.toString('hex')],
        ] as const)),
    ...(kind === 'card-number'
      ? ([
          ['in groups', groups(' ')],
          ['with dashes', groups('-')],
        ] as const)
      : []),
    ...(kind === 'document' && isNumber
      ? ([['laid out', `${text.slice(0, 3)}.${text.slice(3, 6)}.${text.slice(6, 9)}-${text.slice(9)}`]] as const)
      : []),
    ...(kind === 'phone'
      ? ([['laid out', `(${text.slice(0, 2)}) ${text.slice(2, 7)}-${text.slice(7)}`]] as const)
      : []),
  ];
}

/** Where which secrets lie, in whatever form. */
export function findNeedles(haystack: Haystack, needles: readonly Needle[], isBinary = false): Hit[] {
  const { place, bytes } = haystack;
  return needles.flatMap((needle) => {
    const { kind, path } = needle;
    if (shortKinds.has(kind)) return isBinary ? [] : findShort(haystack, needle);
    const found = formsOf(needle).find(([, form]) => bytes.includes(form));
    return found ? [{ place, kind, path, form: found[0] }] : [];
  });
}

/** A short code counts where it stands alone, not within a longer number. */
function findShort({ place, bytes }: Haystack, { kind, path, text }: Needle): Hit[] {
  const alone = new RegExp(`(?<![\\w.:-])${text}(?![\\w.:-])`);
  return alone.test(bytes.toString('latin1')) ? [{ place, kind, path, form: 'alone' }] : [];
}
