/** `input_TransactionReference`: 1 to 20 letters, digits or `_` (the text of INS-17, and the open clients' pattern). */
export function isTransactionReference(text: string): boolean {
  return /^\w{1,20}$/.test(text);
}

/** The reference that the buyer may see on the phone: short, and different for every attempt. */
export function transactionReferenceOf(serial: bigint): string {
  return `M${serial}`;
}

/** `input_Amount`: above zero, without leading zeros, with a point before the cents. */
export function isAmount(text: string): boolean {
  return /^[1-9]\d*(\.\d+)?$/.test(text);
}

/** Minor units as the API writes money: `1560`, `1560.50`; null for what it does not take (less than one metical). */
export function toAmount(minor: bigint): string | null {
  const [whole, cents] = [minor / 100n, minor % 100n];
  const text = cents === 0n ? `${whole}` : `${whole}.${cents.toString().padStart(2, '0')}`;
  return isAmount(text) ? text : null;
}

const ourId = /^[a-z]{3}_([A-Za-z0-9_-]{22})$/;

/**
 * The 128 random bits of one of our ids as 32 hexadecimal digits: the API's references have no `-`. They cannot be
 * guessed.
 */
export function plainReference(id: string): string {
  const bits = ourId.exec(id)?.[1];
  if (bits === undefined) throw new RangeError('Not one of our ids');
  return Buffer.from(bits, 'base64url').toString('hex');
}

/** The attempt behind a reference that we made; null for any other. */
export function attemptOfReference(reference: string): string | null {
  if (!/^[0-9a-f]{32}$/.test(reference)) return null;
  return `att_${Buffer.from(reference, 'hex').toString('base64url')}`;
}
