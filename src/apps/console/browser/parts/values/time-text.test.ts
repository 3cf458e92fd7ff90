import { expect, test } from 'vitest';
import { dateText, durationText, instantText, nearDateText, relativeText } from './time-text.ts';

const now = Date.parse('2026-11-27T17:03:00Z');
const ago = (ms: number, locale: string) => relativeText(now - ms, now, locale, 'America/Sao_Paulo');

test.each([
  [3 * 60_000, 'pt-BR', 'há 3 min'],
  [2 * 3_600_000 + 59 * 60_000, 'pt-BR', 'há 2 h'],
  [-5 * 60_000, 'pt-BR', 'em 5 min'],
  [86_400_000, 'en', '1d ago'],
  [0, 'en', 'now'],
  [-1_400, 'pt-BR', 'agora'],
  [-14_000, 'es-PE', 'ahora'],
  [-30_000, 'en', 'in 30s'],
])('%d ms before now in %s is “%s”', (ms, locale, text) => {
  expect(ago(ms, locale)).toBe(text);
});

test('a day of a calendar is written in the language of its reader', () => {
  const texts = ['pt-BR', 'es-PE', 'en'].map((locale) => dateText('2027-11-26', locale));
  expect(texts).toEqual(['26 de nov. de 2027', '26 nov. 2027', 'Nov 26, 2027']);
  expect(nearDateText('2026-12-24', new Date(now), 'pt-BR')).toBe('24 de dez.');
  expect(nearDateText('2027-11-26', new Date(now), 'pt-BR')).toBe('26 de nov. de 2027');
});

test('a time is written in the largest unit that fits', () => {
  expect([90, 7_200, 3 * 86_400].map((seconds) => durationText(seconds, 'es-PE'))).toEqual(['1 min', '2 h', '3 días']);
});

test('a moment of more than 30 days is its day in the market, with the year when it is another', () => {
  expect(ago(40 * 86_400_000, 'en')).toBe('Oct 18');
  expect(relativeText(Date.parse('2026-01-01T01:00:00Z'), now, 'en', 'America/Sao_Paulo')).toBe('Dec 31, 2025');
});

test('the whole instant is in the market’s zone, and in the reader’s beside it where that differs', () => {
  const market = 'America/Sao_Paulo';
  expect(instantText(now, 'en', market, market)).toMatch(/^Nov 27, 2026, 14:03:00 \S+$/);
  expect(instantText(now, 'en', market, 'America/Fortaleza')).not.toContain('·');
  expect(instantText(now, 'en', market, 'America/Lima')).toMatch(/14:03:00 .+ · .*12:03:00/);
});
