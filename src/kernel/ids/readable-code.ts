/** Letters and digits that are not confused when read aloud or written by hand; no vowels, so no words. */
const letters = 'BCDFGHJKMPQRTVWXY34679';

/** A code from random bytes (4.46 bits a letter); bytes that would favour a letter are skipped. Null when there are too few. */
export function generateReadableCode(bytes: Iterable<number>, length: number): string | null {
  const fair = 256 - (256 % letters.length);
  let text = '';
  for (const byte of bytes) {
    if (byte < fair) text += letters.charAt(byte % letters.length);
    if (text.length === length) return text;
  }
  return null;
}

/** A typed code in its canonical form: capitals, without blanks and dashes; null when it is invalid. */
export function parseReadableCode(typed: string, length: number): string | null {
  const text = typed.toUpperCase().replaceAll(/[\s-]/g, '');
  return text.length === length && [...text].every((letter) => letters.includes(letter)) ? text : null;
}
