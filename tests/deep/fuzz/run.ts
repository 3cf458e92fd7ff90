/**
 * `npm run fuzz`: asks everything that can be asked of a running product, in every wrong way that there is, and tells what
 * it should not have answered. `--seed` a number that replays the run, `--seconds` how long (60), `--only` operations that
 * have the text in their name, `--path` one case of one operation. Ends with `N requests, N findings`.
 */
import { parseArgs } from 'node:util';
import { type Finding, fuzzOperation, replayLine, seedOf } from './fuzz-run.ts';
import { openFuzzProduct } from './fuzz-world.server.ts';
import { checkMemoryGrowth, inMegabytes } from './memory-use.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
    path: { type: 'string' },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
/** Cases that an operation gets before the next has its turn. */
const casesAtOnce = 25;

const findings: Finding[] = [];

function tell(finding: Finding): void {
  findings.push(finding);
  const { operation, kind, detail, example } = finding;
  console.log(
    `FOUND ${operation}: ${kind}: ${detail}\n  ${replayLine(finding)}\n  ${JSON.stringify(example).slice(0, 700)}`,
  );
}

const installation = await openFuzzProduct();
let requests = 0;
let broken: readonly string[] = [];
let growth: string | null = null;
try {
  const wanted = installation.operations.filter(({ name }) => name.includes(values.only));
  const isOne = values.path !== undefined;
  console.log(`seed ${seed}: ${wanted.length} operations of ${installation.operations.length}`);
  const known = new Set<string>();
  const turn = async (round: number): Promise<void> => {
    for (const operation of wanted) {
      const own = isOne ? seed : seedOf(seed, round, operation.name);
      const stretch = { seed: own, cases: casesAtOnce, known, ...(isOne ? { path: values.path ?? '' } : {}) };
      for (const finding of await fuzzOperation(installation.world, operation, stretch)) tell(finding);
    }
  };
  const until = Date.now() + Number(values.seconds) * 1000;
  await turn(0);
  const first = await installation.memory();
  for (let round = 1; !isOne && Date.now() < until; round += 1) await turn(round);
  const last = await installation.memory();
  requests = installation.world.product.sent + installation.world.cardFields.sent;
  growth = checkMemoryGrowth(first, last);
  for (const [when, one] of [['after the first round', first] as const, ['at the end', last] as const])
    console.log(`memory ${when}: heap ${inMegabytes(one.heapUsed)} MB, RSS ${inMegabytes(one.rss)} MB`);
  const { responseCounts } = installation.world;
  console.log(
    `answers: p50 ${responseCounts.within(0.5).toFixed(1)} ms, p99 ${responseCounts.within(0.99).toFixed(1)} ms`,
  );
  console.log(`values of another type than is described: ${responseCounts.wrongTypes} requests`);
  for (const line of responseCounts.neverWell()) console.log(`never answered well: ${line}`);
  if (growth !== null) console.log(`FOUND memory: ${growth}`);
  broken = await installation.broken();
  for (const line of broken) console.log(`FOUND money: ${line}`);
} finally {
  await installation.close();
}
const count = findings.length + broken.length + (growth === null ? 0 : 1);
console.log(`${requests} requests, ${count} findings, seed ${seed}`);
process.exitCode = count > 0 ? 1 : 0;
