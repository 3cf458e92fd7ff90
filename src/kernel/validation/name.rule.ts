import type { MessageKey } from './rule.types.ts';

const longestName = 120;
const longestFirstWord = 40;
const word = /^[\p{L}\p{M}'’ʼ]+$/u;

/** NAME: first word at most 40 characters, at least two words, only letters, accents and apostrophes; 120 in all. */
export function nameRule(value: string): MessageKey | null {
  const name = value.trim();
  if (name === '') return 'validation.required';
  if (name.length > longestName) return 'validation.name-too-long';
  const words = name.split(/\s+/);
  if ((words[0] ?? '').length > longestFirstWord) return 'validation.name-too-long';
  if (words.length < 2) return 'validation.name-incomplete';
  return words.every((part) => word.test(part) && /\p{L}/u.test(part)) ? null : 'validation.name-format';
}
