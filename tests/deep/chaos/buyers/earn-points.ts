import { addressOf, pointsMembers } from '../checks/canary-values.ts';
import type { ChaosBuyer } from './buyer.types.ts';
import type { Shop } from './shops.ts';

/** Says before paying whose points the purchase earns; from an address of their own, since one may look up few members. */
export async function earnPoints({ browser, insist }: ChaosBuyer, { key }: Shop, n: number): Promise<void> {
  const query = `product=${key}&route=livelo-accrual`;
  const cpf = pointsMembers[n % pointsMembers.length] ?? '';
  const found = await insist(() => browser.fillIn(`/livelo/cpf?${query}`, { cpf }, addressOf(n)));
  if (found?.status !== 303) return;
  await insist(() => browser.fillIn(`/livelo/payment?${query}`, {}));
}
