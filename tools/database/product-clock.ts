import { z } from 'zod';
import type { Env } from '#src/server/env.server.ts';
import { type Clock, systemClock } from '#src/kernel/time/clock.ts';

/** The clock of the running product: what is dated by today's time would be expired beside a sandbox whose clock was moved. */
export async function productClock({ sandbox }: Env): Promise<Clock> {
  if (!sandbox) return systemClock;
  try {
    const answer = await fetch(`${sandbox.origin}/sandbox/clock.json`, { signal: AbortSignal.timeout(2_000) });
    const { now } = z.object({ now: z.coerce.date() }).parse(await answer.json());
    return { now: () => now };
  } catch {
    return systemClock;
  }
}
