/** Actions of operators through the API. */
export const operatorActs = [
  'refunds',
  'payouts',
  'tasks',
  'offers',
  'evidence',
  'webhooks-read',
  'webhooks-send',
] as const;
export type OperatorAct = (typeof operatorActs)[number];

/** Actions in brands; `*`: all of them, also those of later releases. */
export interface OperatorScope {
  readonly acts: '*' | readonly OperatorAct[];
  readonly brands: '*' | readonly string[];
}

export const fullAccess: readonly OperatorScope[] = [{ acts: '*', brands: '*' }];

const brandName = /^[a-z0-9][a-z0-9-]*$/;
const isAct = (word: string): word is OperatorAct => operatorActs.some((act) => act === word);

/**
 * The scopes of one operator: `acts@brands`, several separated by `;`, words by commas, `*` for all
 * (`refunds,offers@wise-up;evidence@*`). An error is a sentence.
 */
export function readScopes(text: string): readonly OperatorScope[] | string {
  const scopes: OperatorScope[] = [];
  for (const part of text.split(';')) {
    const [actsText = '', brandsText, ...more] = part.split('@');
    if (brandsText === undefined || more.length > 0) return `"${part}" is not acts@brands`;
    const acts = actsText.split(',');
    const unknownAct = acts.find((word) => !isAct(word));
    if (actsText !== '*' && unknownAct !== undefined)
      return `there is no act "${unknownAct}" (${operatorActs.join(', ')})`;
    const brands = brandsText.split(',');
    const odd = brands.find((word) => !brandName.test(word));
    if (brandsText !== '*' && odd !== undefined) return `"${odd}" is no name of a brand`;
    scopes.push({ acts: actsText === '*' ? '*' : acts.filter(isAct), brands: brandsText === '*' ? '*' : brands });
  }
  return scopes;
}

/** The brands in which an action is allowed; null: in none. */
export function brandsOfAct(scopes: readonly OperatorScope[], act: OperatorAct): '*' | readonly string[] | null {
  const own = scopes.filter(({ acts }) => acts === '*' || acts.includes(act));
  if (own.length === 0) return null;
  const brands = own.flatMap((scope) => (scope.brands === '*' ? [] : scope.brands));
  return own.some((scope) => scope.brands === '*') ? '*' : [...new Set(brands)];
}

export function isAllowed(scopes: readonly OperatorScope[], act: OperatorAct, brand: string): boolean {
  const brands = brandsOfAct(scopes, act);
  return brands === '*' || (brands?.includes(brand) ?? false);
}
