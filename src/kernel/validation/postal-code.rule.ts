import type { Country } from '#src/kernel/locale/locale.ts';
import type { MessageKey } from './rule.types.ts';

const shape: Readonly<Record<Country, RegExp>> = { BR: /^\d{5}-\d{3}$/, MZ: /^\d{4}$/, PE: /^\d{5}$/ };
const longest = 9;

/** CEP: `00000-000` in Brazil; four digits in Mozambique and five in Peru, where it may stay empty. */
export function postalCodeRule(value: string, { market }: { readonly market: Country }): MessageKey | null {
  const typed = value.trim();
  if (typed === '') return market === 'BR' ? 'validation.required' : null;
  return typed.length <= longest && shape[market].test(typed) ? null : 'validation.zip-code';
}

/** Formats eight bare digits with the dash, as the input mask does; other text is only trimmed. */
export function normalizePostalCode(value: string, { market }: { readonly market: Country }): string {
  const typed = value.trim();
  return market === 'BR' && /^\d{8}$/.test(typed) ? `${typed.slice(0, 5)}-${typed.slice(5)}` : typed;
}
