import { sandboxSecrets } from '#sandbox/accounts.server.ts';
import type { MPesaConfig } from '#src/gateways/m-pesa-vodacom/gateway.server.ts';
import { readEnv } from '#src/server/env.server.ts';
import type { SandboxWorld } from './suite/sandbox-world.server.ts';

/** The contract of the stage's shop with the operator, with whatever differs. */
export function mPesaConfig(environment: SandboxWorld, differs: Partial<MPesaConfig> = {}): MPesaConfig {
  const env = readEnv({ APP_ENV: 'test' });
  const contract = env.ok ? env.value.companies['m-pesa-vodacom'] : null;
  if (!contract) throw new Error('No contract');
  return {
    ...contract,
    ...sandboxSecrets.companies['m-pesa-vodacom'],
    url: `${environment.world.origin}/m-pesa`,
    callbacks: { keys: ['own-reports'], takesUnsigned: false },
    clock: environment.clock,
    ...differs,
  };
}
