/** A page as its manifest names it. */
export interface RoutedPage {
  readonly id: string;
  /** In Fastify's pattern language: `/lead`, `/payment/:id`. */
  readonly paths: readonly string[];
}

/** Finds the page at a path, so that only the page's name is kept of an address; null: none of these. */
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
