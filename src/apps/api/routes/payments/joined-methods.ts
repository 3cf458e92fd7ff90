/** A tender with the method that the call names. */
interface Named {
  readonly method: string;
}

/**
 * Splits joined method names. The specification writes a payment by two cards as one method, `credit-card+credit-card`, in
 * every tender: the first tender gets the first method, the second the second. Null when the number of tenders differs from
 * the number of joined methods.
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
