import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listFiles } from '../verify/list-files.ts';

/** The areas that each area imports; every area is a key. */
export type AreaGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** Areas at one height: more than one name where areas import each other. */
export type AreaGroup = readonly string[];

export interface LayeredGraph {
  /** Groups from the one that imports most down to those that import nothing, each row sorted by name. */
  readonly rows: readonly (readonly AreaGroup[])[];
  /** Imports between groups, by the first name of each; left out where a longer path implies the same. */
  readonly edges: readonly (readonly [string, string])[];
}

/** Reads the imports, types included, of the code below `folders`; `areaOf` names a file's area, or null. */
export function readAreaGraph(
  root: string,
  folders: readonly string[],
  areaOf: (file: string) => string | null,
): AreaGraph {
  const graph = new Map<string, Set<string>>();
  for (const file of listFiles(root, folders)) {
    const area = areaOf(file);
    if (area === null || !/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file)) continue;
    const imported = graph.get(area) ?? new Set<string>();
    graph.set(area, imported);
    for (const target of importsOf(file, readFileSync(path.join(root, file), 'utf8'))) {
      const other = areaOf(target);
      if (other !== null && other !== area) imported.add(other);
    }
  }
  return graph;
}

function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import) '([^']+)'/g)].flatMap(([, target = '']) => {
    if (target.startsWith('#')) return target.slice(1);
    return target.startsWith('.') ? path.posix.join(path.posix.dirname(file), target) : [];
  });
}

/** Sorts areas into rows by what they import. Areas that import each other form one group. */
export function layer(graph: AreaGraph): LayeredGraph {
  const reach = new Map([...graph.keys()].map((area) => [area, reachable(graph, area)]));
  const reaches = (from: string, to: string) => reach.get(from)?.has(to) ?? false;
  const groups = new Map<string, AreaGroup>();
  for (const area of [...graph.keys()].sort()) {
    const isPlaced = [...groups.values()].some((group) => group.includes(area));
    if (isPlaced) continue;
    groups.set(area, [
      area,
      ...[...graph.keys()].filter((other) => other !== area && reaches(area, other) && reaches(other, area)).sort(),
    ]);
  }
  const heads = [...groups.keys()];
  const below = (head: string) => heads.filter((other) => other !== head && reaches(head, other));
  const height = (head: string): number => Math.max(-1, ...below(head).map(height)) + 1;
  const edges = heads.flatMap((head) => {
    const lower = below(head);
    const direct = lower.filter((other) => !lower.some((between) => between !== other && reaches(between, other)));
    return direct.map((other): [string, string] => [head, other]);
  });
  const top = Math.max(-1, ...heads.map(height));
  const rows = Array.from({ length: top + 1 }, (_, index) =>
    heads.filter((head) => height(head) === top - index).map((head) => groups.get(head) ?? [head]),
  );
  return { rows, edges };
}

function reachable(graph: AreaGraph, start: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [start];
  for (let area = waiting.pop(); area !== undefined; area = waiting.pop()) {
    for (const next of graph.get(area) ?? []) {
      if (!seen.has(next)) waiting.push(next);
      seen.add(next);
    }
  }
  return seen;
}
