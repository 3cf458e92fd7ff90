import type { AttemptRow, ProductRows, SandboxMovement } from './rows.server.ts';

/**
 * Of all orders that were ever made for a term of a subscription, the companies outside hold the money of one at most: of
 * the one that the term says it was paid by. A term that says it was paid has it, unless it went back or cost nothing.
 */
export function i14OfBillingPeriods({
  orders,
  attempts,
  terms,
  movementsOf,
}: Pick<ProductRows, 'orders' | 'attempts' | 'terms'> & {
  readonly movementsOf: (attempt: AttemptRow) => readonly SandboxMovement[];
}): string[] {
  const held = (orderId: string): bigint =>
    attempts
      .filter(({ order_id }) => order_id === orderId)
      .flatMap(movementsOf)
      .reduce((sum, { kind, amount }) => {
        const isIn = kind === 'capture' || kind === 'chargeback-won';
        return isIn ? sum + BigInt(amount) : sum - BigInt(amount);
      }, 0n);
  const made = Map.groupBy(
    orders.filter(({ term }) => term !== null),
    ({ term }) => term,
  );
  return terms.flatMap(({ term, state, order_id }) => {
    const paying = (made.get(term) ?? []).filter(({ id }) => held(id) > 0n);
    if (paying.length > 1) return [`I14: ${term} was charged by ${paying.map(({ id }) => id).join(' and ')}`];
    const [only] = paying;
    if (only && only.id !== order_id) return [`I14: ${term} was charged by ${only.id} and says ${order_id}`];
    if (only && state !== 'paid') return [`I14: ${term} was charged and is ${state}`];
    const by = orders.find(({ id }) => id === order_id);
    const owes = state === 'paid' && by !== undefined && by.state === 'paid' && by.total > 0n && !only;
    return owes ? [`I14: ${term} says paid and nobody has its money`] : [];
  });
}
