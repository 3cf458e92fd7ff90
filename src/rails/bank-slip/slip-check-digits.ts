/** Check digit of modulus 10: weights 2, 1 from the right, digits of products added (FEBRABAN, fields of the line). */
export function mod10(digits: string): number {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const product = Number(digits.charAt(digits.length - 1 - index)) * (index % 2 === 0 ? 2 : 1);
    sum += product > 9 ? product - 9 : product;
  }
  return (10 - (sum % 10)) % 10;
}

/**
 * 11 − (weighted sum mod 11), from 1 to 11, weights 2 to `base` from the right over and over. What 10 and 11 become
 * is each document's own rule.
 */
export function mod11Complement(digits: string, base = 9): number {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    sum += Number(digits.charAt(digits.length - 1 - index)) * (2 + (index % (base - 1)));
  }
  return 11 - (sum % 11);
}

/** Check digit of modulus 11 where 10 and 11 become 0: banks' own numbers and collection slips. */
export function mod11(digits: string): number {
  const complement = mod11Complement(digits);
  return complement > 9 ? 0 : complement;
}

/** General check digit of a slip's bar code over its other 43 digits: 10 and 11 become 1, so it is never 0. */
export function generalCheckDigit(digits: string): number {
  const complement = mod11Complement(digits);
  return complement > 9 ? 1 : complement;
}
