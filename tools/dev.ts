/**
 * Runs the product during development: when a file of `src` or `brands` changes, builds stale output and restarts the
 * product. The browser is reloaded by hand; form input survives, because the server stores it.
 *
 *     npm run dev
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import path from 'node:path';
import { build } from './build.ts';

const root = path.resolve(import.meta.dirname, '..');
/** Editors write several files at once: one build for all of them. */
const settleMs = 150;

/** The original NODE_ENV: a build sets its own in this process. */
const environment = { ...process.env };

let product: ChildProcess | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let work = Promise.resolve();

async function restart(): Promise<void> {
  try {
    const didBuild = await build(root, { onlyIfStale: true });
    if (!didBuild && product) return;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return;
  }
  await stop();
  product = spawn(process.execPath, ['src/server/main.server.ts'], { cwd: root, env: environment, stdio: 'inherit' });
}

async function stop(): Promise<void> {
  const running = product;
  product = null;
  if (!running || running.exitCode !== null) return;
  running.kill('SIGTERM');
  await once(running, 'exit');
}

for (const folder of ['src', 'sandbox', 'brands']) {
  watch(path.join(root, folder), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      work = work.then(restart);
    }, settleMs);
  });
}
process.on('SIGINT', () => void stop().then(() => process.exit(0)));
work = work.then(restart);
