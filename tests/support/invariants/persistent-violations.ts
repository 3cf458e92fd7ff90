import { setTimeout as pause } from 'node:timers/promises';

/**
 * Violations that `find` still reports after `looks` repetitions: work under way completes by itself, a broken invariant
 * stays broken. `advance` moves the clock before each repetition; without a violation nothing is waited for.
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
