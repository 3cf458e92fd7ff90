/** Letters and figures that nobody takes for each other when they are read out or written by hand; no vowels, so no words. */
const alphabet = 'BCDFGHJKMPQRTVWXY34679';
const length = 6;

/** A new code out of random bytes; some 113 million of them. Bytes that would favour a letter are passed over. */
export function makeClaimCode(bytes: Iterable<number>): string | null {
  const fair = 256 - (256 % alphabet.length);
  let code = '';
  for (const byte of bytes) {
    if (byte < fair) code += alphabet.charAt(byte % alphabet.length);
    if (code.length === length) return code;
  }
  return null;
}

/** What somebody typed, in the form in which codes are kept; null when it cannot be one. */
export function readClaimCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '');
  return code.length === length && [...code].every((letter) => alphabet.includes(letter)) ? code : null;
}

/** `BCD-FGH`, as people read it. */
export function showClaimCode(code: string): string {
  return `${code.slice(0, 3)}-${code.slice(3)}`;
}
