/** One part of a split in the address. */
export interface RequestedPart {
  /** The specification's method name. */
  readonly method: string;
  /** Its amount in minor units; null = not given. */
  readonly amount: bigint | null;
}

/** Most parts (`pay` takes no more). */
export const maxParts = 5;

const shape = /^([a-z][a-z-]{1,30})(?:\.(\d{1,12}))?$/;

/** Name of the query parameter: `?ways=credit-card.60000,pix`. */
export const partsParam = 'ways';

/** The parts of an address, in minor units; null without any, or with an invalid value. */
export function readParts(text: string | null): readonly RequestedPart[] | null {
  const words = (text ?? '').split(',');
  if (words.length < 2 || words.length > maxParts) return null;
  const requestedParts = words.map((word): RequestedPart | null => {
    const [, method = '', amount] = shape.exec(word) ?? [];
    return method === '' ? null : { method, amount: amount === undefined ? null : BigInt(amount) };
  });
  const good = requestedParts.filter((part) => part !== null);
  return good.length === words.length ? good : null;
}

/** The same as text of an address. */
export function writeParts(requestedParts: readonly RequestedPart[]): string {
  return requestedParts.map(({ method, amount }) => (amount === null ? method : `${method}.${amount}`)).join(',');
}

/** Prefix of a part's own fields: `p0.`; the first is 0. */
export function partPrefix(index: number): string {
  return `p${index}.`;
}

/**
 * The suggested amount of the first part: about a share of the price (in percent) in whole units of the currency, which are
 * easier to read and type; never zero and never the whole price.
 */
export function suggestedPartAmount(total: bigint, percent: bigint): bigint {
  const rough = (total * percent) / 100n;
  const whole = rough - (rough % 100n);
  return whole >= 100n && whole < total ? whole : total / 2n;
}
