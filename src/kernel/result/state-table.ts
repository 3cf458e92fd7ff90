/**
 * Checks a table of states at start: every target is known and every state can be reached from `first`.
 * Throws, because a broken table is a bug.
 */
export function assertStateTable<S extends string>(first: S, table: Readonly<Record<S, readonly S[]>>): void {
  const known = new Set<string>(Object.keys(table));
  const reached = new Set<string>([first]);
  const queue: S[] = [first];
  for (let state = queue.pop(); state !== undefined; state = queue.pop()) {
    for (const next of table[state]) {
      if (!known.has(next)) throw new Error(`${state} leads to ${next}, which is not a state`);
      if (!reached.has(next)) {
        reached.add(next);
        queue.push(next);
      }
    }
  }
  const lost = [...known].filter((state) => !reached.has(state));
  if (lost.length > 0) throw new Error(`No way leads to ${lost.join(', ')}`);
}
