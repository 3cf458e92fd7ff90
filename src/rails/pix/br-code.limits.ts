/** Pix's own name inside the merchant account template; compared without case. */
export const pixGui = 'br.gov.bcb.pix';
/** Stands for "no txid" in static codes and is always present in dynamic ones. */
export const noTxid = '***';
/** Longest code that a bank takes in its copy-and-paste field (API Pix 2.9.0, `pixCopiaECola`). */
export const longestBrCode = 512;

const templateLimit = 99;
const guiLength = 4 + pixGui.length;

/** Merchant name, object 59: 1–25 characters of ASCII once accents are gone. */
export function isMerchantName(name: string): boolean {
  const { length } = asciiText(name);
  return length >= 1 && length <= 25;
}

/** Merchant city, object 60: 1–15 characters of ASCII once accents are gone. */
export function isMerchantCity(city: string): boolean {
  const { length } = asciiText(city);
  return length >= 1 && length <= 15;
}

/** txid of a static code: up to 25 letters and digits, or `***`. */
export function isStaticTxid(txid: string): boolean {
  return txid === noTxid || (txid.length <= 25 && /^[a-zA-Z0-9]+$/.test(txid));
}

/** txid of a charge made at a bank: 26–35 letters and digits (API Pix 2.9.0, TxId). */
export function isChargeTxid(txid: string): boolean {
  return txid.length <= 35 && /^[a-zA-Z0-9]{26,35}$/.test(txid);
}

/** A Pix key: 1–77 printable ASCII characters without blanks. */
export function isKey(key: string): boolean {
  return key.length <= 77 && /^[\x21-\x7e]+$/.test(key);
}

/** A payload's address: host and path without a scheme, up to 77 characters. */
export function isLocation(location: string): boolean {
  return location.length <= 77 && /^[a-z0-9.-]+(?::\d{1,5})?\/[\x21-\x7e]+$/i.test(location);
}

/** Free text of a static code: what template 26 (99 in all) leaves beside the key, at most 72 characters. */
export function isDescription(description: string, key: string): boolean {
  return asciiText(description).length <= Math.min(72, templateLimit - guiLength - (4 + key.length) - 4);
}

/** Amount in the code: up to 13 characters, dot, at most two decimals. */
export function isCodeAmount(amount: string): boolean {
  return amount.length <= 13 && /^\d{1,10}(?:\.\d{1,2})?$/.test(amount);
}

/** Text in the manual's form for 59, 60 and 26.02: without accents, anything that is not printable ASCII dropped. */
export function asciiText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .trim();
}
