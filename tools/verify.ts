/**
 * All checks that a change must pass, the same on a laptop and in CI.
 *
 *     npm run verify                   every check
 *     npm run verify -- types walls    only these
 */
import path from 'node:path';
import type { Check, Outcome } from './verify/check.ts';
import { checks } from './verify/checks.ts';

const lanes = 2;

/** Runs the checks two at a time and prints one line for each as it ends. Returns the number that failed. */
async function verify(root: string, chosen: readonly Check[]): Promise<number> {
  const waiting = [...chosen];
  let failed = 0;
  async function lane(): Promise<void> {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const start = performance.now();
      const outcome = await runSafely(check, root);
      console.log(line(check.name, outcome, performance.now() - start));
      if (outcome.problems.length > 0) failed += 1;
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane));
  return failed;
}

async function runSafely(check: Check, root: string): Promise<Outcome> {
  try {
    return await check.run(root);
  } catch (error) {
    return { problems: [error instanceof Error ? (error.stack ?? error.message) : String(error)] };
  }
}

function line(name: string, { problems, note }: Outcome, milliseconds: number): string {
  const mark = problems.length === 0 ? 'ok  ' : 'FAIL';
  const head = `${mark} ${name.padEnd(11)} ${seconds(milliseconds)}${note === undefined ? '' : `  ${note}`}`;
  return [head, ...problems.map((problem) => problem.replace(/^/gm, '       '))].join('\n');
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1).padStart(5)} s`;
}

const names = process.argv.slice(2);
const unknown = names.filter((name) => !checks.some((check) => check.name === name));
if (unknown.length > 0) {
  console.error(`No check is called ${unknown.join(', ')}. There are: ${checks.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}
const begun = performance.now();
const chosen = names.length === 0 ? checks : checks.filter(({ name }) => names.includes(name));
const failed = await verify(path.resolve(import.meta.dirname, '..'), chosen);
console.log(`verify: ${chosen.length} checks, ${failed} failed, ${seconds(performance.now() - begun).trim()}`);
process.exitCode = failed > 0 ? 1 : 0;
