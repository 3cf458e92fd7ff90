import type { LocalDate } from '#src/kernel/time/local-date.ts';
import { readDay } from './read-day.ts';
import type { SearchProbe } from './search-term.types.ts';

const symbol = /(?:R\$|S\/\.?|MT|MTn|BRL|PEN|MZN|reais|soles|meticais)/i;
/** `1.140,00`, `1,140.00`, `1140,00`, `1140.00`, `1140`, `1.140`, `1,140`. */
const number = /\d{1,3}(?:[.,\s]\d{3})+(?:[.,]\d{2})?(?!\d)|\d+(?:[.,]\d{1,2})?(?!\d)/;
const amountText = new RegExp(
  `^(?<before>.*?)(?:(?<symbolBefore>${symbol.source})\\s*)?(?<number>${number.source})(?:\\s*(?<symbolAfter>${symbol.source}))?(?<after>(?:\\s.*)?)$`,
  'i',
);
const most = 10n ** 12n;

/**
 * Reads an amount, alone or with a day before or behind it: `R$ 1.140,00 ontem`, `12/11 S/ 450.50`, `1140,00`. An amount without
 * a currency needs cents or a day, else it is any number. The last separator with one or two digits behind it is the decimal
 * one, whatever the language.
 */
export function readAmount(text: string, today: LocalDate): SearchProbe | null {
  const whole = text.trim();
  for (const [amount, day] of splits(whole)) {
    const read = readNumber(amount);
    if (!read || read.amount <= 0n || read.amount > most) continue;
    const date = day === '' ? null : readDay(day, today);
    if (day !== '' && date === null) continue;
    if (!read.isCertain && date === null) continue;
    return { kind: 'amount', amount: read.amount, day: date };
  }
  return null;
}

/** The text as an amount and a day, in each way in which blanks divide it. */
function splits(text: string): readonly (readonly [amount: string, day: string])[] {
  const words = text.split(/\s+/);
  const cuts = Array.from({ length: words.length - 1 }, (_, at) => at + 1);
  const join = (from: number, to: number): string => words.slice(from, to).join(' ');
  return [
    [text, ''],
    ...cuts.flatMap((cut) => [
      [join(0, cut), join(cut, words.length)] as const,
      [join(cut, words.length), join(0, cut)] as const,
    ]),
  ];
}

function readNumber(text: string): { readonly amount: bigint; readonly isCertain: boolean } | null {
  const match = amountText.exec(text)?.groups;
  if (!match || match['before']?.trim() || match['after']?.trim()) return null;
  const typed = (match['number'] ?? '').replaceAll(/\s/g, '');
  const decimals = /[.,](\d{1,2})$/.exec(typed);
  const integer = (decimals ? typed.slice(0, decimals.index) : typed).replaceAll(/\D/g, '');
  const cents = (decimals?.[1] ?? '').padEnd(2, '0');
  const hasSymbol = (match['symbolBefore'] ?? match['symbolAfter']) !== undefined;
  return { amount: BigInt(`${integer}${cents}`), isCertain: hasSymbol || decimals?.[1]?.length === 2 };
}
