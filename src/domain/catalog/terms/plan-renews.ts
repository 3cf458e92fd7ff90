import type { Plan } from '../products/index.ts';

/** Months that a term of each plan type has by its name; a `recurrency` has those of its plan. */
const monthsByType = { monthly: 1, semester: 6, yearly: 12 } as const;

/**
 * Whether a plan goes on term after term. The catalog says so by the plan's `renews`; where it says nothing, a plan goes on
 * when its term is the one that its type names. Tickets and courses that are sold once have another, or a lot (see
 * docs/decisions/0027-renewals-and-trials.md).
 */
export function planRenews({ planType, cycles, ticketLot, renews }: PlanKind): boolean {
  if (ticketLot) return false;
  return renews ?? (planType === 'recurrency' || monthsByType[planType] === cycles);
}

export type PlanKind = Pick<Plan, 'planType' | 'cycles' | 'ticketLot' | 'renews'>;
