/** Composes the stand-in for the outside world, where this process runs one. */
import path from 'node:path';
import { type OutsideWorld, startOutsideWorld } from '#src/apps/outside-world/outside-world.server.ts';
import type { Env } from '#src/kernel/env/env.server.ts';
import type { Log } from '#src/kernel/log/log.server.ts';
import type { VirtualClock } from '#src/kernel/time/clock.ts';

/** Starts it; null where there is none, or another process runs it. `onAdvance`: somebody moved the clock. */
export async function startSandbox(
  env: Env,
  clock: VirtualClock,
  log: Log,
  onAdvance: () => Promise<void>,
): Promise<OutsideWorld | null> {
  if (!env.sandbox?.own || env.role === 'worker') return null;
  return startOutsideWorld({
    port: env.sandbox.port,
    smtpPort: env.sandbox.smtpPort,
    dataDir: path.join(env.dataDir, 'outside-world'),
    clock,
    secrets: env,
    publicOrigin: env.sandbox.origin,
    log,
    onAdvance,
  });
}
