/**
 * A worker that charges what is due and may be made to die on the way (`crashAt`). Run as
 * `node renewing-process.server.ts '<json of RenewingTask>'`; prints how many terms it took when it lived to the end.
 */
import { flushCompileCache } from 'node:module';
import { chargeDuePeriods } from '#src/domain/subscriptions/charging/index.server.ts';
import type { DatabaseAddress } from '#src/kernel/db/pool.server.ts';
import { armCrashPoint } from '#src/server/crash-point.server.ts';
import { createSandboxDomain } from '../worlds/sandbox-domain.server.ts';

export interface RenewingTask {
  readonly address: DatabaseAddress;
  readonly sandboxOrigin: string;
  readonly crashAt: string | null;
  /** How far its clock is ahead. */
  readonly aheadMs: number;
}

async function run({ address, sandboxOrigin, crashAt, aheadMs }: RenewingTask): Promise<void> {
  const domain = createSandboxDomain(address, sandboxOrigin);
  domain.clock.advance(aheadMs);
  if (crashAt !== null) armCrashPoint(crashAt);
  console.log(await chargeDuePeriods(domain.ctx, { limit: 1 }));
  await domain.close();
}

// It dies before Node would keep what it compiled (`NODE_COMPILE_CACHE`) for the next one.
flushCompileCache();
await run(JSON.parse(process.argv[2] ?? '{}') as RenewingTask);
