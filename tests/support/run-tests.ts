/**
 * Builds what the tests look at, finds a browser, runs the tests, and closes with one line:
 *
 *     412 passed, 0 failed
 *
 *     npm test                          what stands for the whole, in ten minutes on two cores
 *     npm run test:deep                 all that it leaves out, and the long forms of what it does briefly
 *     npm test -- src/domain            arguments go on to Vitest: all tests of these files, deep ones too
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findChromium } from './browser/chromium.ts';
import { countResults, type TestCount } from './count-results.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** People wait for `npm test`: ten minutes at most on two cores to itself (8 min 17 s on 2026-11-27). CI's machine fails it above. */
const MOST_SECONDS_IN_CI = 600;

/**
 * Vitest's projects that are not run by `npm run verify`, in two runs beside each other: journeys go through one product file
 * by file and leave two thirds of two cores idle.
 */
const halves = [['isolated', 'unit', 'races'], ['journeys']] as const;
const filters = { short: '!deep', deep: 'deep or long' } as const;
type Depth = keyof typeof filters;

/** Arguments for each run of Vitest. */
function wholeRuns(depth: Depth): string[][] {
  return halves.map((projects) => [
    ...projects.flatMap((name) => ['--project', name]),
    ...['--tags-filter', filters[depth]],
  ]);
}

function run(
  file: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, file), ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...environment },
    });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** Runs Vitest once with each list of arguments, all at the same time, and adds up what they report. */
async function test(runs: readonly (readonly string[])[], depth: Depth): Promise<TestCount> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'matricula-results-'));
  const environment = {
    CHROMIUM_PATH: findChromium(),
    TEST_DEPTH: depth,
    // Many tests start a process of the product's modules: compiled once, it starts in half the time.
    NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
  };
  try {
    const counts = await Promise.all(
      runs.map((args, at) => testOnce(args, path.join(folder, `results-${at}.json`), environment)),
    );
    return {
      passed: counts.reduce((sum, { passed }) => sum + passed, 0),
      failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function testOnce(
  args: readonly string[],
  results: string,
  environment: Readonly<Record<string, string>>,
): Promise<TestCount> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  const code = await run('node_modules/vitest/vitest.mjs', ['run', ...reporters, ...args], environment);
  const count = countResults(readFileSync(results, 'utf8'));
  // Something outside a test went wrong: an unhandled error, a broken set-up, no test at all.
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

/** What has to be there before a test can run; says so and answers false when it is not. */
async function prepared(): Promise<boolean> {
  try {
    findChromium();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  }
  return (await run('tools/build.ts', ['--if-stale'])) === 0;
}

/** Says how long it took, and whether that is too long where it counts. */
function isTooSlow(seconds: number): boolean {
  console.log(`npm test took ${Math.floor(seconds / 60)} min ${seconds % 60} s`);
  const isTooLong = process.env['CI'] === 'true' && seconds > MOST_SECONDS_IN_CI;
  if (isTooLong)
    console.error(`That is longer than ${MOST_SECONDS_IN_CI} s: what has become slow, or belongs to the deep tests?`);
  return isTooLong;
}

const { '--deep': isDeep, rest } = Object.groupBy(process.argv.slice(2), (one) => (one === '--deep' ? one : 'rest'));
const named = rest ?? [];
const depth = isDeep ? 'deep' : 'short';
const isWhole = named.length === 0;
const begun = performance.now();
const count = (await prepared()) ? await test(isWhole ? wholeRuns(depth) : [named], depth) : { passed: 0, failed: 1 };
const seconds = Math.ceil((performance.now() - begun) / 1000);
const failed = count.failed + (isWhole && depth === 'short' && isTooSlow(seconds) ? 1 : 0);
console.log(`${count.passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
