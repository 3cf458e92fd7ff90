import { setTimeout as pause } from 'node:timers/promises';

/**
 * What `find` still complains of when it has been asked so often: what is under way ends by itself, what is broken lasts.
 * `goOn` lets time pass before a look, whose number it is told; nothing is waited for where there is no complaint.
 */
export async function persistentViolations(
  find: () => Promise<readonly string[]>,
  looks: number,
  advance: (look: number) => Promise<void>,
): Promise<readonly string[]> {
  let found = await find();
  for (let look = 0; found.length > 0 && look < looks; look += 1) {
    await advance(look);
    await pause(100);
    found = await find();
  }
  return found;
}
