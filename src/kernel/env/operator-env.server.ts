import type { EnvValues } from './env-values.server.ts';

/** Shorter ones are guessed; as long as the product's own secrets. */
const shortest = 32;

/** The word by which the school's staff may move money (`OPERATOR_TOKEN`); null: nobody may by this product's API. */
export function readOperatorToken(values: EnvValues): string | null {
  return values.text('OPERATOR_TOKEN') === null ? null : values.secret('OPERATOR_TOKEN', shortest, null);
}
