/**
 * `npm test`: builds what the tests look at, finds a browser, runs every test, and closes with one line:
 *
 *     412 passed, 0 failed
 *
 * Arguments go on to Vitest: `npm test -- src/domain` runs only those, `npm test -- --project journeys` only the journeys.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findChromium } from './chromium.ts';
import { countResults, type TestCount } from './count-results.ts';

const root = path.resolve(import.meta.dirname, '../..');

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

async function test(args: readonly string[]): Promise<TestCount> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'matricula-results-'));
  const results = path.join(folder, 'results.json');
  try {
    const code = await run(
      'node_modules/vitest/vitest.mjs',
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${results}`, ...args],
      { CHROMIUM_PATH: findChromium() },
    );
    const count = countResults(readFileSync(results, 'utf8'));
    // Something outside a test went wrong: an unhandled error, a broken set-up, no test at all.
    return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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

const count = (await prepared()) ? await test(process.argv.slice(2)) : { passed: 0, failed: 1 };
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed > 0 ? 1 : 0;
