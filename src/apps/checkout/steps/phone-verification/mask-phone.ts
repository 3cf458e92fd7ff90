/** A number as its owner knows it again and nobody else reads it: all but the last four digits are dots. */
export function maskPhone(e164: string): string {
  const digits = e164.replaceAll(/\D/g, '');
  return `•••• ${digits.slice(-4)}`;
}
