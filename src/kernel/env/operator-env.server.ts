import { deriveKey } from '../crypto/derive-key.server.ts';
import type { EnvValues } from './env-values.server.ts';
import { fullAccess, type OperatorScope, readScopes } from './operator-scopes.ts';
import { readEncryptionKeys } from './encryption-keys-env.server.ts';

/** Minimum length, as for the product's own secrets: shorter tokens can be guessed. */
const shortest = 32;

/** An operator of the school's staff, identified by a token. Two names count as two operators. */
export interface Operator {
  readonly name: string;
  readonly token: string;
  readonly scopes: readonly OperatorScope[];
}

/** Tokens that a request can carry (`operatorOf`): valid in a header, and not longer than is read of one. */
const sayable = /^[!-~]{32,512}$/;

/** A token may hold colons, scopes may not. */
const named = /^([a-z][a-z0-9-]{0,31}):(\S+):([^:\s]+)$/;

/**
 * Operators of the school's staff and their scopes: `OPERATOR_TOKEN` has the name `operator` and full access, and
 * `OPERATOR_TOKENS` lists others with their scopes (`ana:token:refunds@wise-up bia:token:*@*`, separated by blanks). Without
 * either, the API has no operators. An operator's name stays when the token changes, so that operators cannot confirm their
 * own requests.
 */
export function readOperators(values: EnvValues): readonly Operator[] {
  const single = values.text('OPERATOR_TOKEN');
  const allowed = `${shortest} to 512 characters of ASCII without blanks`;
  if (single !== null && !sayable.test(single)) values.refuse('OPERATOR_TOKEN', `a secret of ${allowed}`);
  const parts = (values.text('OPERATOR_TOKENS') ?? '').split(/\s+/).filter((one) => one !== '');
  const others = parts.flatMap((one) => {
    const [, name, token = '', scopesText = ''] = named.exec(one) ?? [];
    if (name === undefined || !sayable.test(token)) return [];
    const scopes = readScopes(scopesText);
    if (typeof scopes !== 'string') return [{ name, token, scopes }];
    values.refuse('OPERATOR_TOKENS', `scopes that exist; of ${name} ${scopes}`);
    return [];
  });
  const all = [...(single === null ? [] : [{ name: 'operator', token: single, scopes: fullAccess }]), ...others];
  const isEachOnce = (of: 'name' | 'token'): boolean => new Set(all.map((one) => one[of])).size === all.length;
  if (others.length < parts.length || !isEachOnce('name') || !isEachOnce('token'))
    values.refuse(
      'OPERATOR_TOKENS',
      `name:token:scopes for each person, with blanks between (scopes such as refunds,offers@wise-up;evidence@*, or *@* for everything); tokens of ${allowed}, no name or token twice`,
    );
  return all;
}

/**
 * The key of all webhook secrets (`WEBHOOK_KEY`); without one it is derived from the product's own secret, and then changes
 * with it. Another key changes the secret of every receiver at once, without an overlap.
 */
export function readWebhookKey(values: EnvValues, cookieSecret: string): string {
  const isGiven = values.text('WEBHOOK_KEY') !== null;
  return isGiven ? values.secret('WEBHOOK_KEY', shortest, null) : deriveKey(cookieSecret, 'outgoing webhooks');
}

/** `CUSTOM_OFFER_FLOOR`: whole per cent of the list price; 0: one operator may offer any price. */
export function readOfferFloor(values: EnvValues): number {
  const text = values.text('CUSTOM_OFFER_FLOOR') ?? '50';
  if (/^(?:100|[1-9]?\d)$/.test(text)) return Number(text);
  values.refuse('CUSTOM_OFFER_FLOOR', 'a whole number of per cent from 0 to 100');
  return 50;
}

/** The product's own keys, which no company shares. */
export interface OwnKeysEnv {
  /** The key from which the secrets of webhook endpoints are derived. */
  readonly webhookKey: string;
  /** Keys of data that is encrypted for longer than a purchase: the first encrypts, all decrypt. */
  readonly encryptionKeys: readonly string[];
  /** Operators of the school's staff; none: the API takes no operator calls. */
  readonly operators: readonly Operator[];
  /** Per cent of the list price below which a seller's offer needs a second operator. */
  readonly offerFloor: number;
}

export function readOwnKeys(values: EnvValues, cookieSecret: string): OwnKeysEnv {
  return {
    webhookKey: readWebhookKey(values, cookieSecret),
    encryptionKeys: readEncryptionKeys(values, cookieSecret),
    operators: readOperators(values),
    offerFloor: readOfferFloor(values),
  };
}
