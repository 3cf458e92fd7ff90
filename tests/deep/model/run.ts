/**
 * `npm run model`: the product's decisions about money in any order of events, by the simulator (`--sequences` how many,
 * `--seed` which, `--path` one of them again); and with `--http N` as many sequences of buyers, banks, messages and clocks
 * over the API of a running product (`--only regret`: of that game alone; `--faults`: each planted fault must be found in so many). Ends with a line of how many were played and how many broke a promise.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startProductUnderTest } from './http/product.server.ts';
import { runScenariosOverHttp } from './http/run-scenarios.server.ts';
import { findPlantedBugs, plantedBugs } from './http/planted-bugs.server.ts';
import { measureCoverage } from './http/coverage.server.ts';
import { simulate } from './simulator/commands.ts';
import { rules } from './simulator/rules.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    sequences: { type: 'string' },
    path: { type: 'string' },
    http: { type: 'string' },
    faults: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
/** Between two lines of how far it is. */
const stretch = 50_000;

/** One report of a sequence that broke a promise, or null. */
function playSimulator(sequences: number): string | null {
  // What a path names after its first number is how a failure was made smaller, which is done again.
  const first = Number(values.path?.split(':')[0] ?? 0);
  const began = performance.now();
  for (let done = 0; done < sequences;) {
    const count = Math.min(stretch, sequences - done);
    const failure = simulate(rules, { sequences: count, seed, path: String(first + done) });
    if (failure !== null) return failure;
    done += count;
    const rate = Math.round((done * 1000) / (performance.now() - began));
    console.log(`${done} of ${sequences} sequences held, ${rate} a second`);
  }
  return null;
}

/** What a product that failed said of it. */
function errorsIn(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').split('\n');
  return lines
    .filter((line) => /error/i.test(line))
    .slice(-5)
    .join('\n');
}

/** Plants each fault into a product that is started for it. */
async function playFaults(sequences: number): Promise<string | null> {
  const installation = await startProductUnderTest();
  try {
    const missed: string[] = [];
    for (const name of Object.keys(plantedBugs)) {
      const found = await findPlantedBugs(installation, name, { sequences, seed });
      console.log(`${found === null ? 'missed' : 'found'}: ${name}`);
      if (found === null) missed.push(name);
    }
    return missed.length > 0 ? `Not found: ${missed.join('; ')}` : null;
  } finally {
    await installation.close();
  }
}

/** The same over the API of a product that is started for it. */
async function playHttp(sequences: number): Promise<string | null> {
  const installation = await startProductUnderTest();
  const began = performance.now();
  try {
    const failure = await runScenariosOverHttp(installation, {
      sequences,
      seed,
      ...(values.only === undefined ? {} : { only: values.only }),
      ...(values.path === undefined ? {} : { path: values.path }),
    });
    const rate = ((sequences * 1000) / (performance.now() - began)).toFixed(2);
    if (failure === null) console.log(`${sequences} sequences held, ${rate} a second`);
    if (failure !== null) console.log(errorsIn(installation.product.logFile));
    console.log(`Reached: ${await measureCoverage(installation.pool)}`);
    return failure;
  } finally {
    await installation.close();
  }
}

console.log(`seed ${seed}`);
const isHttp = values.http !== undefined;
const sequences = Number(values.http ?? values.sequences ?? (values.path === undefined ? 100_000 : 1));
const failure = values.faults
  ? await playFaults(sequences)
  : isHttp
    ? await playHttp(sequences)
    : playSimulator(sequences);
if (failure !== null) console.log(failure);
const end = failure === null ? 'all held' : '1 broke a promise';
console.log(`${isHttp ? 'over HTTP' : 'simulator'}: ${sequences} sequences, ${end}, seed ${seed}`);
process.exitCode = failure === null ? 0 : 1;
