import type { GatewayEnv } from './gateway-env.server.ts';
import type { GatewayFactory } from './gateway.factory.server.ts';
import type { CardTokenization } from '#src/kernel/crypto/card-tokenization.ts';

/** How each gateway that takes secrets wants them, by its id. */
export function cardTokenizationsOf(
  factories: readonly GatewayFactory[],
  env: GatewayEnv,
): Readonly<Record<string, CardTokenization>> {
  const cardTokenizations: Record<string, CardTokenization> = {};
  for (const { id, cardTokenization } of factories) {
    const found = cardTokenization?.(env);
    if (found) cardTokenizations[id] = found;
  }
  return cardTokenizations;
}
