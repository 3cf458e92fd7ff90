/**
 * `npm run abuse`: every kind of abuse at its full dose against the real API, domain and database, while honest people buy;
 * prints each figure beside what it has to keep. `npm run abuse -- card-testing` runs the files of that name only.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findChromium } from '#tests/support/browser/chromium.ts';
import { type MeasuredValue, lineOf } from './measured-value.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(path.join(os.tmpdir(), 'matricula-abuse-'));
const figures = path.join(folder, 'figures.jsonl');
try {
  const [cpu] = os.cpus();
  console.log(
    `npm run abuse, ${new Date().toISOString()}, ${os.cpus().length} x ${cpu?.model ?? 'unknown'}, Node ${process.version}`,
  );
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'unit',
      '--no-file-parallelism',
      `tests/deep/abuse/${process.argv[2] ?? ''}`,
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ABUSE_FIGURES: figures, CHROMIUM_PATH: findChromium() },
    },
  );
  const lines = existsSync(figures) ? readFileSync(figures, 'utf8').trimEnd().split('\n') : [];
  for (const line of lines) console.log(lineOf(JSON.parse(line) as MeasuredValue));
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
