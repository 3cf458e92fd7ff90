/**
 * `npm run chaos`: two apps and two workers on one PostgreSQL under faults that one printed seed chooses, and a checker that
 * looks only from outside. See docs/how-to/run-chaos.md.
 */
import { runControls } from './bugs/run-controls.ts';
import { type ChaosOptions, readOptions, wordsOf } from './options.ts';
import { missedFaults, faultRunReport } from './report.ts';
import { runWithFaults } from './faults/fault-run.ts';

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  const began = performance.now();
  console.log(`Seed ${options.seed}. The same again: npm run chaos -- ${wordsOf(options).join(' ')}`);
  if (options.controlsOnly) return (await plantAll(options)) ? 0 : 1;
  const result = await runWithFaults(options, console.log);
  console.log(faultRunReport(result));
  const isCaught = !options.withControls || (await plantAll(options));
  const missed = missedFaults(result);
  for (const one of missed) console.log(`Less than a release needs: ${one}`);
  const isGood = result.verdict.broken.length === 0 && result.restless.length === 0 && missed.length === 0 && isCaught;
  console.log(
    `\n${isGood ? 'All promises hold' : 'NOT GOOD'} after ${Math.round((performance.now() - began) / 1000)} s (seed ${options.seed})`,
  );
  return isGood ? 0 : 1;
}

/** Whether every planted bug was seen, and nothing where there is none. */
async function plantAll(options: ChaosOptions): Promise<boolean> {
  console.log('\nPlanted bugs, each in a product of its own:');
  const results = await runControls(options, console.log);
  const missed = results.filter(({ isGood }) => !isGood);
  console.log(
    `${results.length - missed.length} of ${results.length} as they must be${missed.length > 0 ? `; NOT: ${missed.map(({ name }) => name).join(', ')}` : ''}`,
  );
  return missed.length === 0;
}

process.exitCode = await main();
