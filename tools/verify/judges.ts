import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Outcome } from './check.ts';
import { listFiles } from './list-files.ts';
import { runCommand } from './run-command.ts';

/** All that decides how the checks judge: they themselves, their planted mistakes, what they are told, the packages. */
const folders = ['tools', 'tests/architecture', 'brands', 'src/branding'];
const files = ['.dependency-cruiser.ts', '.oxlintrc.json', 'knip.json', 'tsconfig.json', 'package-lock.json'];

/**
 * Runs the tests that hold the checks of `npm run verify` against planted mistakes: a wall that lets everything through would
 * be seen by nobody else. What has passed is not run again until something that decides it has changed.
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
