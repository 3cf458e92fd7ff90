import type { z } from 'zod';
import { fromValor } from './api-pix-money.ts';
import type { chargeStatus } from './api-pix.schemas.ts';

/** Rules of API Pix 2.9.0 that a well-formed request can still break; known here, so that the bank need not say no. */

/** Days after a Pix during which it may be given back. */
export const returnWindowDays = 90;
const dayMs = 86_400_000;

/** Whether a return fits: what was given back or is on its way never comes to more than was paid. Values as the norm writes them. */
export function returnFits(paid: string, before: readonly string[], next: string): boolean {
  const gone = before.reduce((sum, one) => sum + fromValor(one), 0n);
  return fromValor(next) > 0n && gone + fromValor(next) <= fromValor(paid);
}

/** Whether the money of `paidAt` may still be given back. */
export function isReturnable(paidAt: Date, now: Date): boolean {
  return now.getTime() - paidAt.getTime() <= returnWindowDays * dayMs;
}

export type PixProblem = 'CobOperacaoInvalida' | 'RecOperacaoInvalida';

/** What a bank says to a change of a charge; null when it may be made. Only an open charge changes. */
export function objectionToChange(status: z.infer<typeof chargeStatus>): PixProblem | null {
  return status === 'ATIVA' ? null : 'CobOperacaoInvalida';
}

/** What a bank says to the amounts of a recurrence: a fixed one or a least one, never both. */
export function objectionToRecAmounts(amounts: {
  readonly valorRec?: string | undefined;
  readonly valorMinimoRecebedor?: string | undefined;
}): PixProblem | null {
  return amounts.valorRec === undefined || amounts.valorMinimoRecebedor === undefined ? null : 'RecOperacaoInvalida';
}
