import type { ExplanationValue } from '#src/domain/documents/timeline/index.ts';
import type { Translator } from '#src/ui/words/translator.ts';
import { moneyText } from '../../parts/values/money-text.ts';
import { clockText, dayText } from '../../parts/values/time-text.ts';

/** `27 nov. 14:03`, of an ISO instant in the market's zone. */
export function momentText(at: string, t: Translator, timeZone: string, now: number): string {
  const instant = Date.parse(at);
  return `${dayText(instant, now, t.locale, timeZone)} ${clockText(instant, t.locale, timeZone)}`;
}

/** A word of a list that companies and brands may extend: the id itself where there is no word for it. */
export function wordOf(
  t: Translator,
  group: 'method' | 'decline' | 'refusal' | 'email' | 'webhook' | 'action' | 'consent',
  id: string,
): string {
  const key = `sale.${group}.${id}`;
  return t.has(key) ? t(key) : id;
}

/** Minor units as the parts that show money take them; the server sends them as text. */
export const unitsOf = (text: string): number => Number(text);

/** A value of an explanation, in the reader's language and the market's time zone. */
export function valueText(value: ExplanationValue, t: Translator, timeZone: string, now: number): string {
  switch (value.kind) {
    case 'money':
      return moneyText(unitsOf(value.amount), t.locale, value.currency);
    case 'time':
      return momentText(value.at, t, timeZone, now);
    case 'day':
      return dayText(Date.parse(`${value.day}T12:00:00Z`), now, t.locale, 'UTC');
    case 'count':
      return String(value.count);
    case 'method':
      return wordOf(t, 'method', value.method);
    case 'refusal':
      return wordOf(t, 'refusal', value.code);
    case 'decline':
      return wordOf(t, 'decline', value.code);
    case 'text':
      return value.text;
  }
}
