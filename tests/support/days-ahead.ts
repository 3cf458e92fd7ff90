/** Comes into a process of the product before the product (`node --import`): its machine's clock is three days ahead. */
import { moveMachineClock } from './machine-clock.ts';

moveMachineClock(() => 3 * 86_400_000);
