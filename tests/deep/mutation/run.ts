/**
 * `npm run mutation`: changes the product's code one place at a time and looks whether a test notices; prints the score of
 * each group and what survived. `npm run mutation -- --only money` takes one group, `--file src/kernel/money/tax.ts` (as
 * often as wanted) single files by the tests of their group. `writes` takes hours and is run only where it is named; it
 * goes on where it was broken off, and `--afresh` begins it again; `--sample 0.2` tries a fifth of it, `--draw 2` another
 * fifth. See docs/how-to/measure-the-tests.md.
 */
import os from 'node:os';
import { matchesGlob } from 'node:path';
import { parseArgs } from 'node:util';
import { runFiles, runSurvivors } from './run-files.ts';
import { equivalents } from './equivalent-mutants.ts';
import { type GroupName, groupNamed, groupNames, groups } from './groups.ts';
import { mutate } from './mutate.ts';
import { linesOf } from './report.ts';
import { keyOf, marginOf } from './sample.ts';
import { type Mutant, scoreOf } from './score.ts';

const asked = parseArgs({
  options: {
    only: { type: 'string' },
    file: { type: 'string', multiple: true, default: [] },
    afresh: { type: 'boolean', default: false },
    sample: { type: 'string', default: '1' },
    draw: { type: 'string', default: '1' },
  },
}).values;

const share = Number(asked.sample);
if (!(share > 0 && share <= 1)) throw new RangeError(`--sample ${asked.sample}: a share is above 0 and at most 1`);
const draw = Number(asked.draw);
if (!(Number.isInteger(draw) && draw > 0)) throw new RangeError(`--draw ${asked.draw}: a draw is a number from 1`);
const sample = { share, draw };

/** Prints how mutants fared; gives whether they keep the bar, and every explanation of a survivor still holds. */
function report(title: string, mutants: readonly Mutant[], seconds: number, bar: number): boolean {
  const files = new Set(mutants.map((mutant) => mutant.file));
  const found = scoreOf(
    mutants,
    equivalents.filter((one) => files.has(one.file)),
  );
  // An explanation of what was not drawn says nothing.
  const score = share < 1 ? { ...found, stale: [] } : found;
  for (const line of linesOf(title, { files: files.size, seconds, bar }, score)) console.log(line);
  if (share < 1) {
    const margin = marginOf(score.percent, score.mutants).toFixed(1);
    console.log(`  a sample: ${share * 100} % of the mutants, draw ${draw}, ±${margin} percent points`);
  }
  return score.percent >= bar && score.stale.length === 0;
}

/** Tries a group, or some of its files; gives whether they are good enough. */
async function judge(name: GroupName, files: readonly string[]): Promise<boolean> {
  const { bar, judgingTests } = groups[name];
  const all: Mutant[] = [];
  let seconds = 0;
  if (judgingTests) {
    for await (const { file, at, mutants, ...verdict } of runFiles(name, judgingTests, files, asked.afresh, sample)) {
      report(`${file}, ${at}`, mutants, verdict.seconds, bar);
      all.push(...mutants);
      seconds += verdict.seconds;
    }
    const survivors = scoreOf(all, equivalents).survivors;
    if (survivors.length > 0) {
      report(`${name}, by the tests of each file`, all, seconds, bar);
      const began = performance.now();
      const again = await runSurvivors(name, survivors);
      seconds += Math.round((performance.now() - began) / 1000);
      const found = new Map(again.map((one) => [keyOf(one), one]));
      return report(
        name,
        all.map((one) => found.get(keyOf(one)) ?? one),
        seconds,
        bar,
      );
    }
  } else {
    const began = performance.now();
    for (const file of files.length > 0 ? files : [undefined])
      all.push(...(await mutate(name, file, undefined, sample)));
    seconds = Math.round((performance.now() - began) / 1000);
  }
  return report(name, all, seconds, bar);
}

const { only, file: named } = asked;
if (only !== undefined) groupNamed(only);
os.setPriority(10);
console.log(
  `npm run mutation, ${new Date().toISOString()}, Node ${process.version}, load ${os.loadavg()[0]?.toFixed(1)}`,
);
let isGood = true;
let tried = 0;
for (const name of groupNames) {
  const { judgingTests, mutate: patterns } = groups[name];
  const files = named.filter((file) => patterns.some((pattern) => matchesGlob(file, pattern)));
  const isAsked = only === undefined ? named.length > 0 || !judgingTests : only === name;
  if (!isAsked || (named.length > 0 && files.length === 0)) continue;
  tried += 1;
  const isKept = await judge(name, files);
  isGood = isKept && isGood;
}
if (tried === 0) throw new RangeError(`${named.join(', ')}: in no group of tests/deep/mutation/groups.ts`);
process.exitCode = isGood ? 0 : 1;
