import { err, ok } from '#src/kernel/result/result.ts';
import type { Result } from '#src/kernel/result/result.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';
import { generalCheckDigit } from './slip-check-digits.ts';
import { dueFactor } from './slip-due-factor.ts';

/** Contents of a slip's barcode (Carta-Circular Bacen 2.926/2000). */
export interface SlipBarcode {
  /** All 44 digits. */
  readonly barcode: string;
  /** Three digits. */
  readonly bank: string;
  readonly checkDigit: string;
  /** Four digits, see `dueDateOf`. */
  readonly factor: string;
  /** Centavos. */
  readonly amount: bigint;
  /** 25 digits in the bank's own layout. */
  readonly freeField: string;
}

/** `collection-slip`: a bill of a utility or tax office (starts with 8), another document with another line. */
export type SlipProblem = 'malformed' | 'utility-slip' | 'check-digit-wrong';

export interface SlipParts {
  readonly bank: string;
  /** Null = no due date. */
  readonly due: LocalDate | null;
  /** Centavos, at most ten digits. */
  readonly amount: bigint;
  readonly freeField: string;
}

const largestAmount = 9_999_999_999n;

/** Writes the 44 digits of a slip in reais. */
export function buildSlipBarcode({ bank, due, amount, freeField }: SlipParts): Result<string, 'malformed'> {
  const shaped = /^[0-79]\d{2}$/.test(bank) && /^\d{25}$/.test(freeField);
  if (!shaped || amount < 0n || amount > largestAmount) return err('malformed');
  const tail = `${dueFactor(due)}${amount.toString().padStart(10, '0')}${freeField}`;
  return ok(`${bank}9${generalCheckDigit(`${bank}9${tail}`)}${tail}`);
}

/** Reads 44 digits and checks them. */
export function readSlipBarcode(barcode: string): Result<SlipBarcode, SlipProblem> {
  if (barcode.length !== 44 || !/^\d{44}$/.test(barcode)) return err('malformed');
  if (barcode.startsWith('8')) return err('utility-slip');
  if (barcode.charAt(3) !== '9') return err('malformed');
  const checkDigit = barcode.charAt(4);
  if (checkDigit !== String(generalCheckDigit(`${barcode.slice(0, 4)}${barcode.slice(5)}`)))
    return err('check-digit-wrong');
  return ok({
    barcode,
    bank: barcode.slice(0, 3),
    checkDigit,
    factor: barcode.slice(5, 9),
    amount: BigInt(barcode.slice(9, 19)),
    freeField: barcode.slice(19),
  });
}
