/** A page as its manifest names it. */
export interface RoutedPage {
  readonly id: string;
  /** In Fastify's pattern language: `/lead`, `/payment/:id`. */
  readonly paths: readonly string[];
}

/** Answers which page is at a path, so that nothing of an address but the name of its page is kept; null: none of these. */
export function pagesByPath(pages: Iterable<RoutedPage>): (path: string) => string | null {
  const plain = new Map<string, string>();
  const patterns: (readonly [RegExp, string])[] = [];
  for (const { id, paths } of pages)
    for (const path of paths) {
      if (path.includes(':')) patterns.push([new RegExp(`^${path.replaceAll(/:[A-Za-z]+/g, '[^/]+')}$`), id]);
      else plain.set(path, id);
    }
  return (path) => plain.get(path) ?? patterns.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}
