/** A message as the ICU compiler leaves it: pieces of text, and arguments that are filled in. */
export type CompiledMessage = string | readonly MessagePart[];

/** `#` inside a plural stands for its number. `[name]`, or `[name, 'plural' | 'select', choices]`. */
type MessagePart = string | readonly [name: string, kind?: string, choices?: unknown];

type Values = Readonly<Record<string, string | number>>;

const plurals = new Map<string, Intl.PluralRules>();

function pluralOf(locale: string, count: number): string {
  const rules = plurals.get(locale) ?? new Intl.PluralRules(locale);
  plurals.set(locale, rules);
  return rules.select(count);
}

function isChoices(value: unknown): value is Readonly<Record<string, CompiledMessage>> {
  return typeof value === 'object' && value !== null;
}

/**
 * Fills a compiled message. Arguments, `plural` with exact numbers, and `select` are all that our words use; money, dates
 * and other figures come as finished text. Anything else in a message is a mistake of ours and throws.
 */
export function formatMessage(message: CompiledMessage, locale: string, values: Values, count?: number): string {
  if (typeof message === 'string') return message;
  let text = '';
  for (const part of message) {
    if (typeof part === 'string') {
      text += part === '#' && count !== undefined ? count : part;
      continue;
    }
    const [name, kind, choices] = part;
    const value = values[name];
    if (kind === undefined) {
      text += value ?? '';
      continue;
    }
    const isPlural = kind === 'plural';
    if (!(isPlural || kind === 'select') || !isChoices(choices)) throw new Error(`Messages have no ${kind} here`);
    const number = isPlural ? Number(value) : count;
    const chosen =
      choices[String(value)] ??
      (isPlural ? choices[pluralOf(locale, Number(value))] : undefined) ??
      choices['other'] ??
      '';
    text += formatMessage(chosen, locale, values, number);
  }
  return text;
}
