import { err, ok } from '#src/kernel/result/result.ts';
import type { Result } from '#src/kernel/result/result.ts';
import { mod10, mod11 } from './slip-check-digits.ts';

/**
 * Bills of utilities and tax offices ("arrecadação", start with 8): recognised only to explain the mistake when one is
 * pasted. Four blocks of eleven digits, each with a check digit of modulus 10 or 11 as the third digit says.
 */
export function utilityLineOf(barcode: string): Result<string, 'malformed' | 'check-digit-wrong'> {
  const digitOf = checkDigitFor(barcode.charAt(2));
  if (barcode.length !== 44 || !/^8\d{43}$/.test(barcode) || digitOf === null) return err('malformed');
  if (barcode.charAt(3) !== String(digitOf(`${barcode.slice(0, 3)}${barcode.slice(4)}`)))
    return err('check-digit-wrong');
  const blocks = [0, 11, 22, 33].map((from) => barcode.slice(from, from + 11));
  return ok(blocks.map((block) => `${block}${digitOf(block)}`).join(''));
}

/** The 44 digits behind a line of 48, its five check digits checked. */
export function utilityBarcodeOf(line: string): Result<string, 'malformed' | 'check-digit-wrong'> {
  if (line.length !== 48 || !/^8\d{47}$/.test(line)) return err('malformed');
  const barcode = [0, 12, 24, 36].map((from) => line.slice(from, from + 11)).join('');
  const again = utilityLineOf(barcode);
  if (!again.ok) return again;
  return again.value === line ? ok(barcode) : err('check-digit-wrong');
}

function checkDigitFor(valueDigit: string): ((digits: string) => number) | null {
  if (valueDigit === '6' || valueDigit === '7') return mod10;
  return valueDigit === '8' || valueDigit === '9' ? mod11 : null;
}
