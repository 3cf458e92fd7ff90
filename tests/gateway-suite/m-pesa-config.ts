import type { OutsideSecrets } from '#src/apps/outside-world/accounts.server.ts';
import type { MPesaConfig } from '#src/gateways/m-pesa-vodacom/gateway.server.ts';
import { readEnv } from '#src/kernel/env/env.server.ts';
import type { OutsideStage } from './outside-stage.server.ts';

/** The contract of the stage's shop with the operator, with whatever differs. */
export function mPesaConfig(
  stage: OutsideStage,
  { mPesa }: OutsideSecrets,
  differs: Partial<MPesaConfig> = {},
): MPesaConfig {
  const env = readEnv({ APP_ENV: 'test' });
  if (!env.ok || !env.value.mPesa || !mPesa) throw new Error('No contract');
  return {
    ...env.value.mPesa,
    ...mPesa,
    url: `${stage.world.origin}/m-pesa`,
    callbacks: { keys: ['own-reports'], takesUnsigned: false },
    clock: stage.clock,
    ...differs,
  };
}
