import type { Db } from '../../base-context.server.ts';

/** The mark in place of an erased text. */
const redactionMark = '•••';

/**
 * Erases the buyer from the contracts of these sessions, also from those that were filled with an earlier spelling of name or
 * address. Contracts of a paid quote keep their other text, and their hash still proves the original; those of a quote that was
 * not bought are deleted. `personalStrings`: for contracts that do not list their personal texts.
 */
export async function eraseContracts(
  db: Db,
  sessions: readonly string[],
  { personalStrings, now }: { readonly personalStrings: readonly string[]; readonly now: Date },
): Promise<void> {
  const contracts = await db
    .selectFrom('contracts')
    .select(['id', 'body', 'quote_id', 'personal_texts'])
    .where('session_id', 'in', sessions)
    .execute();
  if (contracts.length === 0) return;
  const ids = contracts.map(({ id }) => id);
  const [acceptances, orders] = await Promise.all([
    db.selectFrom('contract_acceptances').select(['contract_id', 'quote_id']).where('contract_id', 'in', ids).execute(),
    db
      .selectFrom('orders')
      .select('quote_id')
      .where('session_id', 'in', sessions)
      // Also where it was refunded since.
      .where((eb) => eb.or([eb('paid_at', 'is not', null), eb('received', '>', 0n)]))
      .execute(),
  ]);
  const paid = new Set(orders.map((order) => order.quote_id));
  const accepted = new Set(acceptances.flatMap((one) => (paid.has(one.quote_id) ? one.contract_id : [])));
  const isSold = (contract: (typeof contracts)[number]) => paid.has(contract.quote_id) || accepted.has(contract.id);
  const unsold = contracts.flatMap((contract) => (isSold(contract) ? [] : contract.id));
  // Their acceptances are deleted with them.
  if (unsold.length > 0) await db.deleteFrom('contracts').where('id', 'in', unsold).execute();
  for (const { id, body, personal_texts: texts } of contracts.filter(isSold))
    await db
      .updateTable('contracts')
      .set({ body: redact(body, [...texts, ...personalStrings]), personal_texts: '[]', erased_at: now })
      .where('id', '=', id)
      .execute();
  await db.updateTable('contract_acceptances').set({ ip: '' }).where('contract_id', 'in', ids).execute();
}

/** Longest first: an address may hold the name. */
function redact(text: string, personalStrings: readonly string[]): string {
  return personalStrings
    .filter((word) => word !== '')
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, word) => left.replaceAll(word, redactionMark), text);
}
