import { parseArgs } from 'node:util';
import { locales } from '#src/kernel/locale/locale.ts';

/** Which pictures are wanted; an empty list means all of that kind. */
export interface GalleryOptions {
  readonly brands: readonly string[];
  readonly pages: readonly string[];
  readonly states: readonly string[];
  /** `own` is the mode or language in which the brand is sold. */
  readonly modes: readonly string[];
  readonly locales: readonly string[];
  /** CSS pixels. */
  readonly widths: readonly number[];
  /** Every state, not only each page's first. */
  readonly everyState: boolean;
  readonly mostPages: number;
  readonly folder: string;
  /** Whether screenshots are taken. */
  readonly takesPictures: boolean;
  /** Whether axe-core looks. */
  readonly audits: boolean;
  /** Also what an earlier run into the folder looked at and is the same still. */
  readonly again: boolean;
}

export const usage = `npm run gallery [-- options]
  --all           every brand, state, mode and language at 360 px, unless said otherwise
  --brands a,b    ids as the gallery names them (default: all)
  --pages x,y     page ids (default: all)
  --states x,y    states by name (default: each page's first)
  --all-states    every state
  --modes x       own, dark, light (default: own)
  --locales x     own, pt-BR, pt-MZ, es-PE (default: own)
  --widths x      default: 360,768,1280
  --most n        stop after so many pages (default: all of them)
  --no-pictures   no screenshots, which is faster
  --no-axe        screenshots only, which is faster too; such a page does not count as looked at
  --again         look once more at what the folder says was looked at
  --folder path   default: gallery`;

/** Reads the arguments. Throws on one that is not known. */
export function readGalleryOptions(args: readonly string[]): GalleryOptions {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...{ brands: text, pages: text, states: text, modes: text, locales: text, widths: text, most: text },
      ...{ folder: text, all: flag, 'all-states': flag, 'no-pictures': flag, 'no-axe': flag, again: flag },
    },
  });
  const list = (given: string | undefined): string[] => given?.split(',').filter((one) => one !== '') ?? [];
  const or = (given: string[], usual: readonly string[]): readonly string[] => (given.length > 0 ? given : usual);
  const states = list(values.states);
  const all = values.all ?? false;
  return {
    brands: list(values.brands),
    pages: list(values.pages),
    states,
    modes: or(list(values.modes), all ? ['dark', 'light'] : ['own']),
    locales: or(list(values.locales), all ? locales : ['own']),
    widths: or(list(values.widths), all ? ['360'] : ['360', '768', '1280']).map(Number),
    everyState: values['all-states'] ?? (all || states.length > 0),
    mostPages: Number(values.most ?? Infinity),
    folder: values.folder ?? 'gallery',
    takesPictures: !values['no-pictures'],
    audits: !values['no-axe'],
    again: values.again ?? false,
  };
}
