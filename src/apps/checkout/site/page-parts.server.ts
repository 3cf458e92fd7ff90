import type { BuiltPage, BuiltPart, Views } from './views.server.ts';

type BuiltParts = Pick<Views, 'parts' | 'sheets'>;

/** The parts of a document that the build has: not every rail has every view. */
export function partsOf({ parts }: BuiltParts, ids: readonly string[]): BuiltPart[] {
  return ids.flatMap((id) => parts[id] ?? []);
}

/** The parts' sheets that the page's own sheet does not include. */
export function sheetsOf({ sheets }: BuiltParts, page: BuiltPage, parts: readonly BuiltPart[]): readonly string[] {
  const own = new Set(page.sheets);
  const names = new Set(parts.flatMap((part) => part.sheets).filter((name) => !own.has(name)));
  return [...names].map((name) => sheets[name] ?? '');
}

/** Scripts of a page and its parts, all preloaded. */
export function withPartScripts(script: NonNullable<BuiltPage['script']>, parts: readonly BuiltPart[]) {
  const all = parts.flatMap((part) => (part.script ? [part.script] : []));
  const preloads = [...script.preloads, ...all.flatMap(({ entry, preloads: others }) => [...others, entry])];
  return {
    entry: script.entry,
    preloads: [...new Set(preloads)].filter((href) => href !== script.entry),
    parts: [...new Set(all.map(({ entry }) => entry))],
  };
}
