/** Comes into a process of the product before the product (`node --import`): its machine's clock is three days ahead. */
import { moveProcessClock } from './process-clock.ts';

moveProcessClock(() => 3 * 86_400_000);
