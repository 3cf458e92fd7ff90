/**
 * Speed and scale on this machine, beside a baseline that shows the machine's limit.
 *
 *     npm run bench                        purchases, pages, start; beside them the baseline
 *     npm run bench -- web                 a browser on a slow link and a slow phone
 *     npm run bench -- brands              the product with 1,000 brands more, beside the unchanged product
 *     npm run bench -- methods             own time of a payment by each method; --orders 1e6 fills the tables first
 *     npm run bench -- renewals            renewals per second of one worker; --due 1e5 subscriptions are due at once, charged for --minutes 8 at most
 *     npm run bench -- hold                the highest constant rate of arrivals held for --minutes 10; --rate 100 holds that one
 *     npm run bench -- console             the shop at --rate 100, by turns alone and with 20 people at the console, --minutes 5 in all
 *     npm run bench -- recording           what recording changes of sales adds to a purchase, --payments 300
 *     npm run bench -- proof               proofs of work in a browser whose processor is slowed six times
 *     npm run bench -- --seconds 5 --rounds 3 --callers 16 --json
 */
import { build } from '../tools/build.ts';
import path from 'node:path';
import { measureBrands } from './web/brands.ts';
import { brandsReport } from './web/brands-report.ts';
import { describeMachine, machineFacts } from './support/machine-facts.ts';
import { measureSustainedLoad } from './load/sustained.ts';
import { sustainedLoadReport } from './load/sustained-report.ts';
import { measureLoad } from './load/load.ts';
import { loadReport } from './load/load-report.ts';
import { type BenchOptions, readOptions } from './support/options.ts';
import { measureMethods } from './load/methods.ts';
import { methodsReport } from './load/methods-report.ts';
import { measureProof, proofReport } from './web/proof-of-work.ts';
import { measureConsoleLoad } from './console/console-load.ts';
import { consoleReport } from './console/console-report.ts';
import { measureRecording } from './load/recording.ts';
import { recordingReport } from './load/recording-report.ts';
import { measureRenewals } from './load/renewals.ts';
import { renewalsReport } from './load/renewals-report.ts';
import { measureWeb } from './web/web.ts';
import { webReport } from './web/web-report.ts';

const options = readOptions(process.argv.slice(2));
const facts = machineFacts();
if (!options.json) console.log(describeMachine(facts));
await build(path.resolve(import.meta.dirname, '..'), { onlyIfStale: true });
const measures = {
  load: () => measured(measureLoad, loadReport),
  web: () => measured(measureWeb, webReport),
  brands: () => measured(measureBrands, brandsReport),
  methods: () => measured(measureMethods, methodsReport),
  hold: () => measured(measureSustainedLoad, sustainedLoadReport),
  renewals: () => measured(measureRenewals, renewalsReport),
  proof: () => measured(measureProof, proofReport),
  recording: () => measured(measureRecording, recordingReport),
  console: () => measured(measureConsoleLoad, consoleReport),
};
const result = await measures[options.mode]();
console.log(options.json ? JSON.stringify({ facts, options, figures: result.figures }, null, 2) : `\n${result.report}`);

async function measured<Figures>(
  measure: (options: BenchOptions) => Promise<Figures>,
  describe: (figures: Figures) => string,
): Promise<{ readonly figures: Figures; readonly report: string }> {
  const figures = await measure(options);
  return { figures, report: describe(figures) };
}
