import { err } from '#src/kernel/result/result.ts';
import type { Result } from '#src/kernel/result/result.ts';
import { readSlipBarcode } from './slip-barcode.ts';
import type { SlipBarcode, SlipProblem } from './slip-barcode.ts';
import { mod10 } from './slip-check-digits.ts';

const longestTyped = 80;

/** The line of 47 digits to type, from the 44 of the barcode. */
export function slipLineOf(barcode: string): string {
  const first = `${barcode.slice(0, 4)}${barcode.slice(19, 24)}`;
  const second = barcode.slice(24, 34);
  const third = barcode.slice(34, 44);
  return `${first}${mod10(first)}${second}${mod10(second)}${third}${mod10(third)}${barcode.slice(4, 19)}`;
}

/** The line as it is printed: `AAABC.CCCCX DDDDD.DDDDDY EEEEE.EEEEEZ K UUUUVVVVVVVVVV`. */
export function formatSlipLine(line: string): string {
  const part = (from: number, to: number): string => line.slice(from, to);
  return `${part(0, 5)}.${part(5, 10)} ${part(10, 15)}.${part(15, 21)} ${part(21, 26)}.${part(26, 32)} ${part(32, 33)} ${part(33, 47)}`;
}

/** Reads a typed line, dots and blanks allowed, and checks all four of its check digits. */
export function readSlipLine(typed: string): Result<SlipBarcode, SlipProblem> {
  if (typed.length > longestTyped) return err('malformed');
  const line = typed.replaceAll(/[\s.]/g, '');
  if (/^8\d{47}$/.test(line)) return err('utility-slip');
  if (!/^\d{47}$/.test(line)) return err('malformed');
  const barcode = `${line.slice(0, 4)}${line.slice(32, 47)}${line.slice(4, 9)}${line.slice(10, 20)}${line.slice(21, 31)}`;
  const slip = readSlipBarcode(barcode);
  if (slip.ok && slipLineOf(barcode) !== line) return err('check-digit-wrong');
  return slip;
}
