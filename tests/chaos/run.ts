/**
 * `npm run chaos`: two apps and two workers on one PostgreSQL under faults that one printed seed chooses, and a checker that
 * looks only from outside. See docs/how-to/run-chaos.md.
 */
import { readOptions } from './options.ts';
import { stormReport } from './report.ts';
import { runStorm } from './storm.ts';

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  const began = performance.now();
  console.log(
    `Seed ${options.seed}. The same again: npm run chaos -- --seed ${options.seed} --seconds ${options.seconds} --rate ${options.rate}`,
  );
  const result = await runStorm(options, console.log);
  console.log(stormReport(result));
  const isGood = result.verdict.broken.length === 0 && result.isReadyAgain;
  console.log(
    `\n${isGood ? 'All promises hold' : 'BROKEN'} after ${Math.round((performance.now() - began) / 1000)} s (seed ${options.seed})`,
  );
  return isGood ? 0 : 1;
}

process.exitCode = await main();
