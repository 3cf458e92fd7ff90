/** Kinds of views that rails have, each in a list of its own (`src/rails/registry.*.generated.tsx`). */
type RailViewKind = 'form' | 'waiting' | 'success';

/** Names of the parts that a page shows of these rails, for its head; each once. */
export function railParts(kind: RailViewKind, rails: Iterable<string>): string[] {
  return [...new Set(rails)].map((rail) => `${kind}/${rail}`);
}
