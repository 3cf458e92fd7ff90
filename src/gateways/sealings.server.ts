import type { Env } from '#src/kernel/env/env.server.ts';
import type { GatewayFactory } from './gateway.factory.server.ts';
import type { Sealing } from '#src/kernel/sealing/sealing.ts';

/** How each gateway that takes secrets wants them, by its id. */
export function sealingsOf(factories: readonly GatewayFactory[], env: Env): Readonly<Record<string, Sealing>> {
  const sealings: Record<string, Sealing> = {};
  for (const { id, sealing } of factories) {
    const found = sealing?.(env);
    if (found) sealings[id] = found;
  }
  return sealings;
}
