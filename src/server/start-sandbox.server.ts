/** Composes the sandbox, where this process runs one. */
import path from 'node:path';
import { type Sandbox, startSandboxServer } from '#sandbox/sandbox.server.ts';
import type { Env } from '#src/server/env.server.ts';
import type { Log } from '#src/kernel/log/log.server.ts';
import type { VirtualClock } from '#src/kernel/time/clock.ts';

/** Starts it; null where there is none, or another process runs it. `onAdvance` runs when the sandbox's clock was moved. */
export async function startSandbox(
  env: Env,
  clock: VirtualClock,
  log: Log,
  onAdvance: () => Promise<void>,
): Promise<Sandbox | null> {
  if (!env.sandbox?.own || env.role === 'worker' || env.role === 'console') return null;
  return startSandboxServer({
    port: env.sandbox.port,
    smtpPort: env.sandbox.smtpPort,
    dataDir: path.join(env.dataDir, 'sandbox'),
    clock,
    secrets: env,
    publicOrigin: env.sandbox.origin,
    log,
    onAdvance,
  });
}
