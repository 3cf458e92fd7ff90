/** What a buyer's bank says, by which the school chooses its evidence. */
export type DisputeCategory =
  | 'fraud'
  | 'not-received'
  | 'not-as-described'
  | 'canceled'
  | 'duplicate'
  | 'wrong-amount'
  | 'credit-not-processed'
  | 'authorization'
  | 'bank-error'
  | 'unknown';

/**
 * Reason codes by their first characters, of Visa (10.x to 13.x), Mastercard (48xx) and Pix (`natureza` of a return by the
 * Mecanismo Especial de Devolução). Taken from the schemes' public lists of reason codes.
 */
const categories: readonly (readonly [prefix: string, category: DisputeCategory])[] = [
  ['10.', 'fraud'],
  ['11.', 'authorization'],
  ['12.5', 'wrong-amount'],
  ['12.6', 'duplicate'],
  ['12.', 'bank-error'],
  ['13.1', 'not-received'],
  ['13.2', 'canceled'],
  ['13.3', 'not-as-described'],
  ['13.4', 'not-as-described'],
  ['13.5', 'not-as-described'],
  ['13.6', 'credit-not-processed'],
  ['13.7', 'canceled'],
  ['13.9', 'not-received'],
  ['4837', 'fraud'],
  ['4849', 'fraud'],
  ['4863', 'fraud'],
  ['4870', 'fraud'],
  ['4871', 'fraud'],
  ['4808', 'authorization'],
  ['4812', 'authorization'],
  ['4831', 'wrong-amount'],
  ['4834', 'duplicate'],
  ['4841', 'canceled'],
  ['4842', 'bank-error'],
  ['4853', 'not-as-described'],
  ['4854', 'not-as-described'],
  ['4855', 'not-received'],
  ['4860', 'credit-not-processed'],
  ['MED_FRAUDE', 'fraud'],
  ['MED_OPERACIONAL', 'bank-error'],
  ['MED_PIX_AUTOMATICO', 'canceled'],
];

/** The category of a reason code; `unknown` for a code that no list has, and where the gateway told none. */
export function categoryOf(reason: string | null): DisputeCategory {
  return categories.find(([prefix]) => reason?.startsWith(prefix))?.[1] ?? 'unknown';
}
