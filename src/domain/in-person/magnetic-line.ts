/**
 * The magnetic line of a paper order to a bank (CMC7, 30 digits in three fields): bank 3, agency 4, check; clearing area 3,
 * number 6, kind 1; check, account 10, check. Each check is modulo 10 of one of the three bodies; the first two stand
 * behind each other's field. Layout and checks: unverified in an official text, as banks' printing guides give them.
 */
export interface MagneticLine {
  readonly bank: string;
  readonly agency: string;
  readonly number: string;
  readonly account: string;
}

/** Weights 2 and 1 from the right, figures of each product added; what is missing to the next ten. */
function checkDigit(body: string): number {
  let sum = 0;
  for (const [index, digit] of [...body].reverse().entries()) {
    const product = Number(digit) * (index % 2 === 0 ? 2 : 1);
    sum += product > 9 ? product - 9 : product;
  }
  return (10 - (sum % 10)) % 10;
}

/** The line as it was typed or scanned, with its marks left out; null when its digits or checks are wrong. */
export function readMagneticLine(typed: string): MagneticLine | null {
  const line = typed.replaceAll(/\D/g, '');
  if (line.length !== 30) return null;
  const bodies = [line.slice(0, 7), line.slice(8, 18), line.slice(19, 29)] as const;
  const checks = [Number(line[18]), Number(line[7]), Number(line[29])];
  if (!bodies.every((body, index) => checkDigit(body) === checks[index])) return null;
  return { bank: line.slice(0, 3), agency: line.slice(3, 7), number: line.slice(11, 17), account: line.slice(19, 29) };
}

/** The same from its three bodies, for samples and tests. */
export function writeMagneticLine(first: string, second: string, third: string): string {
  return `${first}${checkDigit(second)}${second}${checkDigit(first)}${third}${checkDigit(third)}`;
}
