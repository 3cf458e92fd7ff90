/** API Pix takes letters and digits only in its ids (`txid` 26 to 35, refund id 1 to 35), ours have `_` and `-`. */

const ourId = /^[a-z]{3}_([A-Za-z0-9_-]{22})$/;
const attemptPrefix = 'att_';

/** The 128 random bits of one of our ids as 32 hexadecimal digits. Throws on anything that is not such an id. */
export function plainId(id: string): string {
  const bits = ourId.exec(id)?.[1];
  if (bits === undefined) throw new RangeError('Not one of our ids');
  const binary = atob(bits.replaceAll('-', '+').replaceAll('_', '/'));
  return Array.from(binary, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}

/** The attempt behind a txid that we made; null for any other txid. */
export function attemptOf(txid: string): string | null {
  if (!/^[0-9a-f]{32}$/.test(txid)) return null;
  const bytes = txid.match(/../g) ?? [];
  const binary = String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16)));
  return attemptPrefix + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
