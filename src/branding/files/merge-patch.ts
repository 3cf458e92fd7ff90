export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonTree;
export interface JsonTree {
  readonly [key: string]: JsonValue;
}

export function isTree(value: unknown): value is JsonTree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Lays a variant's file over the brand's: JSON Merge Patch (RFC 7396). Objects merge key by key, `null` removes a key,
 * everything else (lists too) replaces.
 */
export function mergePatch(base: JsonValue, patch: JsonValue): JsonValue {
  if (!isTree(patch)) return patch;
  const merged: Record<string, JsonValue> = isTree(base) ? { ...base } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = mergePatch(merged[key] ?? null, value);
  }
  return merged;
}

/** Whether a tree has something at a path. */
export function hasPath(tree: JsonValue, path: readonly PropertyKey[]): boolean {
  let at: JsonValue | undefined = tree;
  for (const key of path) {
    if (Array.isArray(at)) at = at[Number(key)];
    else if (isTree(at) && Object.hasOwn(at, key)) at = at[String(key)];
    else return false;
  }
  return at !== undefined;
}
