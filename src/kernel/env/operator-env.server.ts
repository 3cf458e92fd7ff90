import { deriveKey } from '../crypto/derive-key.server.ts';
import type { EnvValues } from './env-values.server.ts';
import { fullAccess, type OperatorScope, readScopes } from './operator-scopes.ts';
import { readEncryptionKeys } from './encryption-keys-env.server.ts';

/** Shorter ones are guessed; as long as the product's own secrets. */
const shortest = 32;

/** One person of the school's staff, known by a token. Two names are two pairs of eyes. */
export interface Operator {
  readonly name: string;
  readonly token: string;
  readonly scopes: readonly OperatorScope[];
}

/** What a call can say of it (`operatorOf`): what a header carries, and no longer than is read of one. */
const sayable = /^[!-~]{32,512}$/;

/** A token may hold colons, scopes may not. */
const named = /^([a-z][a-z0-9-]{0,31}):(\S+):([^:\s]+)$/;

/**
 * Who of the school's staff may do what: whoever says `OPERATOR_TOKEN`, under the name `operator` and with full access, and
 * everybody whom `OPERATOR_TOKENS` names with their scopes (`ana:token:refunds@wise-up bia:token:*@*`, blanks between). None:
 * nobody may by this product's API. A person's name stays when the token is another, so that nobody confirms what they
 * asked for themselves.
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
 * The key of all secrets of outgoing messages (`WEBHOOK_KEY`); without one it is derived from the product's own secret, and
 * then changes with it. Another key is another secret for every receiver at once, without an overlap.
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

/** Keys of the product's own, which no company has the other half of. */
export interface OwnKeysEnv {
  /** The key from which the secrets of webhook endpoints are derived. */
  readonly webhookKey: string;
  /** Keys of what is sealed for longer than a purchase: the first seals, all open. */
  readonly encryptionKeys: readonly string[];
  /** Who of the school's staff may give money back through the API; none: nobody may. */
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
