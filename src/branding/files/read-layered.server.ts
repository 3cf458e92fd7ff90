import type { z } from 'zod';
import type { BrandFolder } from './brand-folder.server.ts';
import type { BrandProblem } from './brand-problem.ts';
import { hasPath, type JsonTree, type JsonValue, mergePatch } from './merge-patch.ts';

/** A brand's folder and, over it, its variant's. */
export type Layers = readonly [BrandFolder, ...BrandFolder[]];

/** A file as all layers give it together; `null` when none has it. */
export function layeredTree(layers: Layers, name: string): JsonTree | null {
  let merged: JsonValue | null = null;
  for (const layer of layers) {
    const file = layer.files.get(name);
    if (file) merged = mergePatch(merged, file);
  }
  return merged as JsonTree | null;
}

/** The file to name in a message: the uppermost one that speaks of the key, else the uppermost one that exists. */
export function fileOf(layers: Layers, name: string, key: readonly PropertyKey[]): string {
  const having = layers.filter((layer) => layer.files.has(name)).reverse();
  for (let length = key.length; length > 0; length -= 1) {
    const found = having.find((layer) => hasPath(layer.files.get(name) ?? null, key.slice(0, length)));
    if (found) return `${found.path}/${name}`;
  }
  return `${(having[0] ?? layers[0]).path}/${name}`;
}

/** Reads one file of a brand through its schema; every finding goes to `report` and the answer is then `null`. */
export function readLayered<Schema extends z.ZodType>(
  layers: Layers,
  name: string,
  schema: Schema,
  report: (problem: BrandProblem) => void,
): z.output<Schema> | null {
  const tree = layeredTree(layers, name);
  if (tree === null) {
    report({ file: `${layers[0].path}/${name}`, key: '', message: 'is missing' });
    return null;
  }
  const read = schema.safeParse(tree);
  if (read.success) return read.data;
  for (const issue of read.error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    for (const key of keys) {
      report({
        file: fileOf(layers, name, key),
        key: key.map(String).join('.'),
        message: messageOf(issue, hasPath(tree, issue.path)),
      });
    }
  }
  return null;
}

function messageOf(issue: z.core.$ZodIssue, isThere: boolean): string {
  if (issue.code === 'unrecognized_keys') return 'is not a known key';
  if (issue.code === 'invalid_key') return `is no valid name: ${issue.issues.map((one) => one.message).join(', ')}`;
  return isThere ? issue.message : 'is missing';
}
