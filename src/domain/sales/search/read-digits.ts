import type { Country } from '#src/kernel/locale/locale.ts';
import { countries } from '#src/kernel/locale/locale.ts';
import { markets } from '#src/kernel/locale/markets.ts';
import { toE164 } from '#src/kernel/validation/phone.rule.ts';
import { isCnpj } from '#src/kernel/validation/tax-ids/cnpj.rule.ts';
import { isCpf } from '#src/kernel/validation/tax-ids/cpf.rule.ts';
import { isNuit } from '#src/kernel/validation/tax-ids/nuit.rule.ts';
import { isRuc, readDni } from '#src/kernel/validation/tax-ids/peru-documents.rule.ts';
import type { SearchProbe } from './search-term.types.ts';

const lastOfPhone = 8;

/** The end by which a phone is found: its last eight digits. Null when there are fewer. */
export function phoneEndOf(phone: string): string | null {
  const digits = phone.replaceAll(/\D/g, '');
  return digits.length < lastOfPhone ? null : digits.slice(-lastOfPhone);
}

/** What digits alone may be, the likeliest first. `digits`: without blanks, dots and dashes. */
export function readDigits(digits: string): readonly SearchProbe[] {
  const { length } = digits;
  const probes: SearchProbe[] = [];
  const add = (kind: Exclude<SearchProbe['kind'], 'name' | 'amount'>, value = digits): void =>
    void probes.push({ kind, value });
  if (length === 44) add('barcode');
  if (length === 44 || length === 50) add('fiscal-key');
  if (length === 47) add('barcode', barcodeOfLine(digits));
  if (length === 48) add('barcode', barcodeOfUtilityLine(digits));
  if (length === 4) add('last4');
  for (const value of documentsIn(digits)) add('document', value);
  for (const value of phonesIn(digits)) add('phone', value);
  const end = length >= lastOfPhone && length <= 15 ? phoneEndOf(digits) : null;
  if (end !== null) add('phone-end', end);
  if (length <= 18) add('order-number', digits.replace(/^0+(?=\d)/, ''));
  if (length >= 6 && length <= 14) add('cash-code');
  if (length >= 6 && length <= 25) {
    add('our-number');
    add('charge');
  }
  if (length <= 10) add('invoice-number', digits.replace(/^0+(?=\d)/, ''));
  if (length <= 15) add('fiscal-note', digits.replace(/^0+(?=\d)/, ''));
  if (length > 4) add('movement');
  return probes;
}

/** Documents whose check digits hold, in their stored form. */
function documentsIn(digits: string): readonly string[] {
  const found = [
    isCpf(digits) || isCnpj(digits) || isNuit(digits) || isRuc(digits) ? digits : null,
    readDni(digits),
    // A CE has no check digit.
    digits.length === 9 ? digits : null,
  ];
  return [...new Set(found.flatMap((value) => value ?? []))];
}

/** The numbers in E.164 that digits may be, in whichever market. */
function phonesIn(digits: string): readonly string[] {
  const national = countries.map((market) => toE164(digits, { market }));
  const international = countries.map((market) => withCallingCode(digits, market));
  return [...new Set([...national, ...international].flatMap((value) => value ?? []))];
}

function withCallingCode(digits: string, market: Country): string | null {
  return digits.startsWith(markets[market].callingCode) ? toE164(`+${digits}`, { market }) : null;
}

/** The 44 digits of the barcode in a slip's line of 47. A line with a wrong check digit leads to a barcode that is nobody's. */
function barcodeOfLine(line: string): string {
  return `${line.slice(0, 4)}${line.slice(32)}${line.slice(4, 9)}${line.slice(10, 20)}${line.slice(21, 31)}`;
}

/** The 44 digits in a utility's line of 48: four blocks of eleven, each with a check digit behind it. */
function barcodeOfUtilityLine(line: string): string {
  return [0, 12, 24, 36].map((from) => line.slice(from, from + 11)).join('');
}
