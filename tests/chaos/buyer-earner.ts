import type { Shopper } from './shopper.types.ts';
import type { Shop } from './shops.ts';

/** Members of the stand-in's programme (`outside-world/points-club/members.ts`). */
const members = ['39053344705', '70421835680', '52998224725', '93541134780'] as const;

/** Says before paying whose points the purchase earns. */
export async function earnPoints({ browser, insist }: Shopper, { key }: Shop, n: number): Promise<void> {
  const query = `product=${key}&route=livelo-accrual`;
  const cpf = members[n % members.length] ?? members[0];
  const found = await insist(() => browser.fillIn(`/livelo/cpf?${query}`, { cpf }));
  // One network may look up so many members by the hour: whoever comes later buys and earns nothing.
  if (found?.status !== 303) return;
  await insist(() => browser.fillIn(`/livelo/payment?${query}`, {}));
}
