import { addDays, isLocalDate, type LocalDate, weekday } from '#src/kernel/time/local-date.ts';
import { plainWords } from './name-words.ts';

/** Days before today, by the words of Portuguese, Spanish and English. */
const relative: Readonly<Record<string, number>> = {
  ...{ hoje: 0, hoy: 0, today: 0 },
  ...{ ontem: 1, ayer: 1, yesterday: 1 },
  ...{ anteontem: 2, antier: 2, anteayer: 2 },
};

/** 0 = Sunday. `terca` is `terça`: words are compared without accents. */
const weekdays: readonly (readonly string[])[] = [
  ['domingo', 'sunday'],
  ['segunda', 'lunes', 'monday'],
  ['terca', 'martes', 'tuesday'],
  ['quarta', 'miercoles', 'wednesday'],
  ['quinta', 'jueves', 'thursday'],
  ['sexta', 'viernes', 'friday'],
  ['sabado', 'saturday'],
];

/** First letters of the months; the first language that has them wins, and they never contradict. */
const months: readonly (readonly string[])[] = [
  ['jan', 'ene'],
  ['fev', 'feb'],
  ['mar'],
  ['abr', 'apr'],
  ['mai', 'may'],
  ['jun'],
  ['jul'],
  ['ago', 'aug'],
  ['set', 'sep'],
  ['out', 'oct'],
  ['nov'],
  ['dez', 'dic', 'dec'],
];

const monthNames =
  'janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|enero|febrero|marzo|mayo|junio|julio|septiembre|setiembre|octubre|noviembre|diciembre|january|february|march|april|june|july|august|september|october|november|december';
const isMonthName = (word: string): boolean =>
  months.some((names) => names.includes(word)) || monthNames.split('|').includes(word);

/**
 * Reads the day of a term: `hoje`, `ayer`, `yesterday`, a weekday (the last one), `12/11`, `12/11/2026`, `2026-11-12`,
 * `12 nov`, `12 de novembro`, `November 12`. Day before month, as all three markets write it. A day without a year is the last
 * such day that has come. Null when the text is no day.
 */
export function readDay(text: string, today: LocalDate): LocalDate | null {
  const typed = text.trim();
  if (isLocalDate(typed)) return typed;
  const numbers = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d{2}))?$/.exec(typed);
  if (numbers) return dayOf(Number(numbers[1]), Number(numbers[2]), numbers[3], today);
  const words = plainWords(typed).filter(
    (word) => !['de', 'del', 'of', 'dia', 'feira', 'on', 'em', 'el'].includes(word),
  );
  return readWords(words, today);
}

function readWords(words: readonly string[], today: LocalDate): LocalDate | null {
  const [first = '', second = '', third] = words;
  if (words.length === 2 && (first === 'day' || first === 'antes') && second === 'ontem') return addDays(today, -2);
  if (words.length === 1) {
    const days = relative[first];
    if (days !== undefined) return addDays(today, -days);
    const named = weekdays.findIndex((names) => names.includes(first));
    return named < 0 ? null : addDays(today, -((weekday(today) - named + 7) % 7));
  }
  if (words.length > 3) return null;
  const [day, month] = isMonthName(first) ? [second, first] : [first, second];
  if (!/^\d{1,2}$/.test(day) || !isMonthName(month) || (third !== undefined && !/^\d{4}$/.test(third))) return null;
  const number = months.findIndex((names) => names.includes(month.slice(0, 3))) + 1;
  return dayOf(Number(day), number, third, today);
}

function dayOf(day: number, month: number, year: string | undefined, today: LocalDate): LocalDate | null {
  const pad = (number: number): string => String(number).padStart(2, '0');
  const inYear = (text: string): LocalDate | null => {
    const date = `${text}-${pad(month)}-${pad(day)}`;
    return isLocalDate(date) ? date : null;
  };
  if (year !== undefined) return inYear(year.length === 2 ? `20${year}` : year);
  const thisYear = Number(today.slice(0, 4));
  // 29 February lies up to eight years back.
  for (let back = 0; back <= 8; back += 1) {
    const date = inYear(String(thisYear - back));
    if (date !== null && date <= today) return date;
  }
  return null;
}
