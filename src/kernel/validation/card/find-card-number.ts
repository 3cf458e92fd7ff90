import { passesLuhn } from './luhn.ts';

/** Separators of groups: blanks of any kind and width, dashes of any length, dots, slashes. */
const between = String.raw`[\s.\-/_\u2010-\u2015\u2212\u00b7]`;
/** Groups of digits with a single sign between two of them. */
const groupRuns = new RegExp(String.raw`\d+(?:${between}\d+)*`, 'g');
/**
 * Lengths of the groups in which cards and people write 13 to 19 digits: one, fours with a rest, 4-6-4 and 4-6-5, and
 * halves. Digits in any other groups are dates and order numbers, which have a card's check digit one time in ten.
 */
const shapes = /^(?:1[3-9]|4 6 [45]|6 10|8 8|4 12|4 4 4 [1-4]|4 4 4 4 [1-3])$/;
const maxGroups = 5;
/** A random id (RFC 9562): its groups are like a card one time in six thousand. One of digits alone may be one. */
const randomId = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;
/** Prefixes of the card schemes' numbers. */
const issuerPrefix = /^(3[0-9]|4|5|6|2[2-7])/;
/** Length of a text's part that is searched. */
const longest = 10_000;

/**
 * The digits of the first text part with a card's prefix, length and check digit; null when there is none. Text right after it
 * (its code, its month and year) does not hide it; digits of an e-mail address or of a random id are no card.
 */
export function findCardNumber(text: string): string | null {
  const looked = text.slice(0, longest).replaceAll(randomId, (id) => (/[a-f]/i.test(id) ? '|' : id));
  for (const run of looked.matchAll(groupRuns)) {
    const groups = run[0].split(new RegExp(between, 'u'));
    const isMail = /^[\w.+-]*@/.test(looked.slice(run.index + run[0].length, run.index + run[0].length + 80));
    for (let from = 0; from < groups.length; from += 1) {
      for (let count = isMail ? 1 : maxGroups; count > 0; count -= 1) {
        const digits = cardOf(groups.slice(from, from + count));
        if (digits !== null) return digits;
      }
    }
  }
  return null;
}

function cardOf(groups: readonly string[]): string | null {
  if (!shapes.test(groups.map(({ length }) => length).join(' '))) return null;
  const digits = groups.join('');
  return issuerPrefix.test(digits) && passesLuhn(digits) ? digits : null;
}
