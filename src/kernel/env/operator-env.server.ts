import { deriveKey } from '../ids/derive-key.server.ts';
import type { EnvValues } from './env-values.server.ts';
import { readSealKeys } from './seal-env.server.ts';

/** Shorter ones are guessed; as long as the product's own secrets. */
const shortest = 32;

/** One person of the school's staff, known by a token. Two names are two pairs of eyes. */
export interface Operator {
  readonly name: string;
  readonly token: string;
}

/** What a call can say of it (`operatorOf`): what a header carries, and no longer than is read of one. */
const sayable = /^[!-~]{32,512}$/;

const named = /^([a-z][a-z0-9-]{0,31}):(\S+)$/;

/**
 * Who of the school's staff may move money: whoever says `OPERATOR_TOKEN`, under the name `operator`, and everybody whom
 * `OPERATOR_TOKENS` names (`ana:token bia:token`, blanks between). None: nobody may by this product's API. A person's name
 * stays when the token is another, so that nobody confirms what they asked for themselves.
 */
export function readOperators(values: EnvValues): readonly Operator[] {
  const single = values.text('OPERATOR_TOKEN');
  const allowed = `${shortest} to 512 characters of ASCII without blanks`;
  if (single !== null && !sayable.test(single)) values.refuse('OPERATOR_TOKEN', `a secret of ${allowed}`);
  const parts = (values.text('OPERATOR_TOKENS') ?? '').split(/\s+/).filter((one) => one !== '');
  const others = parts.flatMap((one) => {
    const [, name, token = ''] = named.exec(one) ?? [];
    return name !== undefined && sayable.test(token) ? [{ name, token }] : [];
  });
  const all = [...(single === null ? [] : [{ name: 'operator', token: single }]), ...others];
  const isEachOnce = (of: keyof Operator): boolean => new Set(all.map((one) => one[of])).size === all.length;
  if (others.length < parts.length || !isEachOnce('name') || !isEachOnce('token'))
    values.refuse(
      'OPERATOR_TOKENS',
      `name:token for each person, with blanks between; tokens of ${allowed}, no name or token twice`,
    );
  return all;
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
  /** Who of the school's staff may give money back through the API; none: nobody may. */
  readonly operators: readonly Operator[];
}

export function readOwnKeys(values: EnvValues, cookieSecret: string): OwnKeysEnv {
  return {
    webhookKey: readWebhookKey(values, cookieSecret),
    sealKeys: readSealKeys(values, cookieSecret),
    operators: readOperators(values),
  };
}
