/**
 * `npm run mutation`: changes the product's code one place at a time and looks whether a test notices; prints the score of
 * each group and what survived. `npm run mutation -- --only money` takes one group, `--file src/kernel/money/tax.ts` one
 * file by the tests of its group. See docs/how-to/measure-the-tests.md.
 */
import os from 'node:os';
import { matchesGlob } from 'node:path';
import { parseArgs } from 'node:util';
import { equivalents } from './equivalents.ts';
import { type GroupName, groupNamed, groupNames, groups } from './groups.ts';
import { mutate } from './mutate.ts';
import { linesOf } from './report.ts';
import { scoreOf } from './score.ts';

/** Whether a group, or one file of it, keeps its bar and every explanation of a survivor still holds. */
async function judge(name: GroupName, file: string | undefined): Promise<boolean> {
  const began = performance.now();
  const mutants = await mutate(name, file);
  const files = new Set(mutants.map((mutant) => mutant.file));
  const score = scoreOf(
    mutants,
    equivalents.filter((one) => files.has(one.file)),
  );
  const seconds = Math.round((performance.now() - began) / 1000);
  for (const line of linesOf(name, { files: files.size, seconds, bar: groups[name].bar }, score)) console.log(line);
  return score.percent >= groups[name].bar && score.stale.length === 0;
}

const { only, file } = parseArgs({ options: { only: { type: 'string' }, file: { type: 'string' } } }).values;
if (only !== undefined) groupNamed(only);
const chosen = groupNames.filter((name) => {
  const isOfGroup = file === undefined || groups[name].mutate.some((pattern) => matchesGlob(file, pattern));
  return isOfGroup && (only === undefined || only === name);
});
if (chosen.length === 0) throw new RangeError(`${file} is in no group of tests/mutation/groups.ts`);
os.setPriority(10);
console.log(
  `npm run mutation, ${new Date().toISOString()}, Node ${process.version}, load ${os.loadavg()[0]?.toFixed(1)}`,
);
let isGood = true;
for (const name of chosen) isGood = (await judge(name, file)) && isGood;
process.exitCode = isGood ? 0 : 1;
