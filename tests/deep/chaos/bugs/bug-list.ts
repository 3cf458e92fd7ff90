import { bugsOfMoney } from './money-bugs.ts';
import { bugsOfOrder } from './order-bugs.ts';
import type { PlantedBug } from './planted-bug.types.ts';

/** One bug for every promise. */
export const bugs: readonly PlantedBug[] = [...bugsOfMoney, ...bugsOfOrder];
