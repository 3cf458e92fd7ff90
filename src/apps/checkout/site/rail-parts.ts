/** Kinds of rail views, each in a list of its own (`src/rails/registry.*.generated.tsx`). */
type RailViewKind = 'form' | 'waiting' | 'success';

/** Names of the parts of these rails for the page's head; each once. */
export function railParts(kind: RailViewKind, rails: Iterable<string>): string[] {
  return [...new Set(rails)].map((rail) => `${kind}/${rail}`);
}
