/**
 * Runs the tests on another version of PostgreSQL than the product's own; the versions are in `packages/package.json`.
 * Products that tests start use that server too, through `DATABASE_URL`. Closes as `npm test` does.
 *
 *     npm run test:postgres -- 15                 all that npm test runs
 *     npm run test:postgres -- 15 --sample        what asks the database most: a minute
 *     npm run test:postgres -- 16 src/domain      arguments go on to Vitest
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { startOldServer } from './old-server.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Migrations, pools, roles, locks, the search, and the sales that move money in all ways. */
const sample = [
  'src/kernel/db',
  'src/domain/database',
  'src/domain/payments',
  'src/domain/refunds',
  'src/domain/subscriptions',
  'src/domain/sales',
  'src/domain/staff',
];

const [version = '', ...args] = process.argv.slice(2);
const packages = path.join(import.meta.dirname, 'packages');
const folder = path.join(packages, 'node_modules', `postgresql-${version}`);

function install(): boolean {
  if (existsSync(folder)) return true;
  const done = spawnSync('npm', ['ci', '--prefix', packages, '--ignore-scripts'], { stdio: 'inherit' });
  return done.status === 0 && existsSync(folder);
}

if (!/^\d+$/.test(version) || !install()) {
  console.error('Name a version of tests/deep/postgres-versions/packages/package.json: npm run test:postgres -- 15');
  process.exit(2);
}
const server = await startOldServer(folder);
const files = args.flatMap((one) => (one === '--sample' ? ['--project', 'unit', ...sample] : [one]));
const child = spawn(process.execPath, [path.join(root, 'tests/support/run-tests.ts'), ...files], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_SERVER: server.url },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('close', (code) => {
  server.stop();
  process.exitCode = code ?? 1;
});
