import { expect, test } from 'vitest';
import { exportFilters } from '#src/domain/sales/exports/index.ts';
import { exportFiltersOf, salesCodec } from './sales-filters.ts';

const zone = 'America/Sao_Paulo';
const now = new Date('2026-11-28T01:30:00Z');
const of = (search: string) => exportFiltersOf(salesCodec.read(new URLSearchParams(search)), zone, now);

test('A file of sales has the filters that the list shows, its period from the first day in the reader’s zone', () => {
  // It is still the 27th in São Paulo.
  expect(of('period=1')).toEqual({ from: '2026-11-27T03:00:00.000Z' });
  expect(of('')).toEqual({ from: '2026-10-29T03:00:00.000Z' });
  expect(of('period=all')).toEqual({});
  const all = of(
    'state=paid&state=open&trouble=dispute&method=pix&kind=first&brand=a&seller=ana&source=x&product=p&period=7',
  );
  expect(all).toEqual({
    ...{ states: ['paid', 'open'], troubles: ['dispute'], methods: ['pix'], kinds: ['first'], brands: ['a'] },
    ...{ seller: 'ana', source: 'x', product: 'p', from: '2026-11-21T03:00:00.000Z' },
  });
  expect(exportFilters.safeParse(all).success).toBe(true);
});

test('A file of sales knows no page, no open row and no view', () => {
  expect(of('period=all&before=1.2&open=ord_1&view=vie_1&column=when')).toEqual({});
});
