import type { z } from 'zod';
import { fromValor } from './api-pix-money.ts';
import type { chargeStatus } from './api-pix.schemas.ts';

/** Rules of API Pix 2.9.0 that a well-formed request can still break; checked here, before the bank refuses. */

/** Days after a Pix in which it may be returned. */
export const returnWindowDays = 90;
const dayMs = 86_400_000;

/** Whether a return fits: finished and pending returns never exceed the payment. Values as the norm writes them. */
export function returnFits(paid: string, before: readonly string[], next: string): boolean {
  const gone = before.reduce((sum, one) => sum + fromValor(one), 0n);
  return fromValor(next) > 0n && gone + fromValor(next) <= fromValor(paid);
}

/** Whether the money of `paidAt` may still be returned. */
export function isReturnable(paidAt: Date, now: Date): boolean {
  return now.getTime() - paidAt.getTime() <= returnWindowDays * dayMs;
}

export type PixProblem = 'CobOperacaoInvalida' | 'RecOperacaoInvalida';

/** The bank's error for a change of a charge; null when it is allowed. Only an open charge changes. */
export function objectionToChange(status: z.infer<typeof chargeStatus>): PixProblem | null {
  return status === 'ATIVA' ? null : 'CobOperacaoInvalida';
}

/** The bank's error for the amounts of a recurrence: a fixed one or a minimum, never both. */
export function objectionToRecAmounts(amounts: {
  readonly valorRec?: string | undefined;
  readonly valorMinimoRecebedor?: string | undefined;
}): PixProblem | null {
  return amounts.valorRec === undefined || amounts.valorMinimoRecebedor === undefined ? null : 'RecOperacaoInvalida';
}
