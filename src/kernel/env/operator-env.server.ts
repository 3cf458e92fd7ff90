import { deriveKey } from '../ids/derive-key.server.ts';
import type { EnvValues } from './env-values.server.ts';
import { readSealKeys } from './seal-env.server.ts';

/** Shorter ones are guessed; as long as the product's own secrets. */
const shortest = 32;

/** The word by which the school's staff may move money (`OPERATOR_TOKEN`); null: nobody may by this product's API. */
export function readOperatorToken(values: EnvValues): string | null {
  return values.text('OPERATOR_TOKEN') === null ? null : values.secret('OPERATOR_TOKEN', shortest, null);
}

/**
 * The key of all secrets of outgoing messages (`WEBHOOK_KEY`); without one it is derived from the product's own secret, and
 * then changes with it. Another key is another secret for every receiver at once, without an overlap.
 */
export function readWebhookKey(values: EnvValues, cookieSecret: string): string {
  const isGiven = values.text('WEBHOOK_KEY') !== null;
  return isGiven ? values.secret('WEBHOOK_KEY', shortest, null) : deriveKey(cookieSecret, 'outgoing webhooks');
}

/** Keys of the product's own, which no company has the other half of. */
export interface OwnKeysEnv {
  /** Out of which the secrets of those who are told of sales are derived. */
  readonly webhookKey: string;
  /** Keys of what is sealed for longer than a purchase: the first seals, all open. */
  readonly sealKeys: readonly string[];
  /** By which the school's staff may give money back through the API; null: nobody may. */
  readonly operatorToken: string | null;
}

export function readOwnKeys(values: EnvValues, cookieSecret: string): OwnKeysEnv {
  return {
    webhookKey: readWebhookKey(values, cookieSecret),
    sealKeys: readSealKeys(values, cookieSecret),
    operatorToken: readOperatorToken(values),
  };
}
