import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Outcome } from './check.ts';
import { listFiles } from './list-files.ts';
import { runCommand } from './run-command.ts';

/** Inputs of the checks' own tests: the checks, their bad cases, their configuration, the packages. */
const folders = ['tools', 'tests/architecture', 'brands', 'src/branding'];
const files = [
  'tests/support/fixtures/brand-copy.ts',
  '.dependency-cruiser.ts',
  '.oxlintrc.json',
  'knip.json',
  'tsconfig.json',
  'package-lock.json',
];

/**
 * Runs the tests of the checks of `npm run verify` against bad cases: a check that accepts everything would otherwise go
 * unnoticed. A passed run is reused until one of its inputs changes.
 */
export async function checkJudges(root: string): Promise<Outcome> {
  const passed = path.join(root, 'node_modules/.cache/matricula/judges');
  const now = fingerprint(root);
  if (existsSync(passed) && readFileSync(passed, 'utf8') === now) return { problems: [], note: 'as before' };
  const outcome = await runCommand(root, 'vitest', ['run', '--project', 'judges']);
  if (outcome.problems.length === 0) {
    mkdirSync(path.dirname(passed), { recursive: true });
    writeFileSync(passed, now);
  }
  return outcome;
}

function fingerprint(root: string): string {
  const hash = createHash('sha256');
  for (const file of [...listFiles(root, folders), ...files]) {
    hash.update(`${file}\n`);
    hash.update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex');
}
