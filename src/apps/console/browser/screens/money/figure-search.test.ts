import { expect, test } from 'vitest';
import { isLocalDate } from '#src/kernel/time/local-date.ts';
import { dayLinesHref, figureSearch } from './figure-search.ts';

test('A day of the figures opens the lines of that day with the filters that its sum has', () => {
  const search = figureSearch.read(
    new URLSearchParams('from=2026-11-01&to=2026-11-30&brand=conquer&method=pix&gateway=pix-bcb&by=method'),
  );
  const day = '2026-11-28';
  if (!isLocalDate(day)) throw new Error(day);
  const { pathname, searchParams } = new URL(dayLinesHref(search, day), 'http://console.test');
  expect(pathname).toBe('/money/lines');
  expect(figureSearch.read(searchParams)).toEqual({ ...search, from: day, to: day, by: 'brand' });
});
