/**
 * Sum of each character's value times its weight; a character's value is its ASCII code − 48 (0–9 as themselves, A = 17),
 * which is also the rule for alphanumeric documents.
 */
export function weightedSum(text: string, weights: readonly number[]): number {
  let sum = 0;
  for (const [index, weight] of weights.entries()) sum += (text.charCodeAt(index) - 48) * weight;
  return sum;
}

/** Whether the text is one character repeated. */
export function isRepeated(text: string): boolean {
  return text.length > 0 && text === text.charAt(0).repeat(text.length);
}
