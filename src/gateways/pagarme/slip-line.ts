/** The 44 digits of the bars out of a line of 47 as Pagar.me prints it, with dots and blanks; null when it is no such line. */
export function barcodeOf(line: string): string | null {
  const digits = line.replaceAll(/[\s.-]/g, '');
  if (!/^\d{47}$/.test(digits)) return null;
  const free = digits.slice(4, 9) + digits.slice(10, 20) + digits.slice(21, 31);
  return digits.slice(0, 4) + digits.slice(32) + free;
}
