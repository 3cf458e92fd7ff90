import { createContext, use } from 'react';
import type { SaleAnswer } from '../../../routes/sale/sale.types.ts';

/** The sale of the page. */
export const SaleContext = createContext<SaleAnswer | null>(null);

export function useSale(): SaleAnswer {
  const answer = use(SaleContext);
  if (answer === null) throw new Error('useSale outside of the sale page');
  return answer;
}

/** The name of whoever did something, as the log has them: a person of the staff, or a token. */
export function actorName({ staffNames }: SaleAnswer, actor: string): string {
  const id = actor.replace(/^(?:staff|token):/, '');
  return staffNames[id] ?? id;
}
