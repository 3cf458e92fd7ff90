import { bugsOfMoney } from './bugs-of-money.ts';
import { bugsOfOrder } from './bugs-of-order.ts';
import type { PlantedBug } from './planted-bug.types.ts';

/** One bug for every promise. */
export const bugs: readonly PlantedBug[] = [...bugsOfMoney, ...bugsOfOrder];
