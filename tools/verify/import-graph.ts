/** Run-time imports of each file (imports of types left out). */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/**
 * Cycles of files that import each other at run time, one line `a → b → a` per cycle, found from the alphabetically first
 * file. Not by dependency-cruiser, which reports the first cycle only: one through types hides a cycle at run time.
 */
export function findCycles(graph: ImportGraph): string[] {
  const finished = new Set<string>();
  const rings: string[] = [];

  function visit(file: string, way: readonly string[]): void {
    const start = way.indexOf(file);
    if (start >= 0) {
      rings.push(startingAtFirst(way.slice(start)).join(' → '));
      return;
    }
    if (finished.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...way, file]);
    finished.add(file);
  }

  for (const file of [...graph.keys()].sort()) visit(file, []);
  return [...new Set(rings)];
}

function startingAtFirst(ring: readonly string[]): string[] {
  const first = ring.toSorted()[0] ?? '';
  const at = ring.indexOf(first);
  return [...ring.slice(at), ...ring.slice(0, at), first];
}

/**
 * The shortest path from each start to a file that it must not reach at run time, as a line `a → b → c`;
 * starts without such a path are left out.
 */
export function findPaths(
  graph: ImportGraph,
  isStart: (file: string) => boolean,
  isForbidden: (file: string) => boolean,
): string[] {
  const starts = [...graph.keys()].filter(isStart).sort();
  return starts.flatMap((start) => shortestPath(graph, start, isForbidden)?.join(' → ') ?? []);
}

function shortestPath(graph: ImportGraph, start: string, isForbidden: (file: string) => boolean): string[] | null {
  const seen = new Set([start]);
  let front: string[][] = [[start]];
  while (front.length > 0) {
    const longer: string[][] = [];
    for (const way of front) {
      for (const next of graph.get(way.at(-1) ?? start) ?? []) {
        if (isForbidden(next)) return [...way, next];
        if (!seen.has(next)) longer.push([...way, next]);
        seen.add(next);
      }
    }
    front = longer;
  }
  return null;
}
