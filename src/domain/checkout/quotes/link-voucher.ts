import { voucherKey } from '../../catalog/products/index.ts';
import type { SessionAnswers } from '../sessions/index.ts';

/** The word that a link brings, in the form in which words are compared; empty when it brings none, or one that the buyer took away. */
export function linkVoucher(word: string | null | undefined, { withoutVoucher }: SessionAnswers): string {
  const key = voucherKey(word ?? '');
  return key === withoutVoucher ? '' : key;
}
