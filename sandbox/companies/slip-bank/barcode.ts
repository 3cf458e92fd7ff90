/**
 * The bank's own calculation of a slip's numbers (FEBRABAN; Carta-Circular 2.926/2000; due factor restarted
 * 2025-02-22), separate from the product's on purpose.
 */
export interface SlipNumbers {
  readonly bank: string;
  readonly agency: string;
  readonly account: string;
  readonly wallet: string;
  readonly ourNumber: string;
  readonly amount: number;
  readonly dueDate: string;
}

export interface DrawnNumbers {
  /** 44 digits. */
  readonly barcode: string;
  /** 47 digits, as a person types them. */
  readonly line: string;
}

export function drawNumbers(slip: SlipNumbers): DrawnNumbers {
  const value = dueFactor(slip.dueDate) + String(slip.amount).padStart(10, '0');
  const free = `${slip.agency}${slip.wallet}${slip.ourNumber}${slip.account}0`;
  const head = `${slip.bank}9`;
  const digit = generalDigit(head + value + free);
  const fields = [head + free.slice(0, 5), free.slice(5, 15), free.slice(15)].map((text) => text + fieldDigit(text));
  return { barcode: head + digit + value + free, line: fields.join('') + digit + value };
}

/** The barcode of a typed line; null when the digits are not valid. A barcode itself is returned as it is. */
export function barcodeOf(typed: string): string | null {
  const digits = typed.replace(/[\s.-]/g, '');
  if (/^\d{44}$/.test(digits)) return digits;
  if (!/^\d{47}$/.test(digits)) return null;
  const fields = [digits.slice(0, 10), digits.slice(10, 21), digits.slice(21, 32)];
  if (!fields.every((field) => fieldDigit(field.slice(0, -1)) === field.slice(-1))) return null;
  const [first = '', second = '', third = ''] = fields.map((field) => field.slice(0, -1));
  return first.slice(0, 4) + digits.slice(32) + first.slice(4) + second + third;
}

/** Days from 1997-10-07; after 9999 it started again at 1000. */
function dueFactor(dueDate: string): string {
  const days = Math.round((Date.parse(`${dueDate}T00:00:00Z`) - Date.UTC(1997, 9, 7)) / 86_400_000);
  return String(days < 10_000 ? days : 1_000 + ((days - 10_000) % 9_000)).padStart(4, '0');
}

/** Modulo 11 over the 43 other digits, weights 2 to 9 from the right; what would be 0, 10 or 11 is 1. */
function generalDigit(digits: string): string {
  let sum = 0;
  for (let at = digits.length - 1, weight = 2; at >= 0; at -= 1, weight = weight === 9 ? 2 : weight + 1)
    sum += Number(digits[at]) * weight;
  const digit = 11 - (sum % 11);
  return digit > 9 ? '1' : String(digit);
}

/** Modulo 10, weights 2 and 1 from the right, adding the digits of each product. */
function fieldDigit(digits: string): string {
  let sum = 0;
  for (let at = digits.length - 1, double = true; at >= 0; at -= 1, double = !double) {
    const product = Number(digits[at]) * (double ? 2 : 1);
    sum += product > 9 ? product - 9 : product;
  }
  return String((10 - (sum % 10)) % 10);
}
