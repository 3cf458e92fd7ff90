import type { SandboxSecrets } from '#sandbox/accounts.server.ts';
import type { MPesaConfig } from '#src/gateways/m-pesa-vodacom/gateway.server.ts';
import { readEnv } from '#src/server/env.server.ts';
import type { SandboxWorld } from './suite/sandbox-world.server.ts';

/** The contract of the stage's shop with the operator, with whatever differs. */
export function mPesaConfig(
  environment: SandboxWorld,
  { mPesa }: SandboxSecrets,
  differs: Partial<MPesaConfig> = {},
): MPesaConfig {
  const env = readEnv({ APP_ENV: 'test' });
  if (!env.ok || !env.value.mPesa || !mPesa) throw new Error('No contract');
  return {
    ...env.value.mPesa,
    ...mPesa,
    url: `${environment.world.origin}/m-pesa`,
    callbacks: { keys: ['own-reports'], takesUnsigned: false },
    clock: environment.clock,
    ...differs,
  };
}
