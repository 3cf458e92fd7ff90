/** One tender of a call, as far as its method's name goes. */
interface Named {
  readonly method: string;
}

/**
 * The specification writes a payment by two cards as one method, `credit-card+credit-card`: every tender of it carries the
 * joined word, and the first pays by the first method, the second by the second. Null when there are more or fewer of them
 * than the word joins.
 */
export function separateMethods<T extends Named>(tenders: readonly T[]): readonly T[] | null {
  const used = new Map<string, number>();
  const separate: T[] = [];
  for (const tender of tenders) {
    const words = tender.method.split('+');
    const turn = used.get(tender.method) ?? 0;
    const method = words.length === 1 ? tender.method : words[turn];
    if (method === undefined || method === '') return null;
    used.set(tender.method, turn + 1);
    separate.push({ ...tender, method });
  }
  const isWhole = [...used].every(([word, count]) => !word.includes('+') || word.split('+').length === count);
  return isWhole ? separate : null;
}
