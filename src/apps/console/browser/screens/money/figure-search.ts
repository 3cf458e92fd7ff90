import { z } from 'zod';
import type { ExportFilters } from '#src/domain/sales/exports/index.ts';
import { isLocalDate, localDateOf, type LocalDate } from '#src/kernel/time/local-date.ts';
import type { Query } from '../../data/api.ts';
import { brandsInView } from '../../data/brands-in-view.ts';
import { currentMe } from '../../data/me-context.tsx';
import { productNow } from '../../data/now.ts';
import { type Period, presetPeriod } from '../../parts/filters/periods.ts';
import { searchCodec } from '../../parts/filters/search-codec.ts';

const day = z
  .custom<LocalDate>((text) => typeof text === 'string' && isLocalDate(text))
  .nullable()
  .default(null);

/** Filters of the money screens, in their addresses. Without days it is the last 30. */
export const figureSearch = searchCodec({
  from: day,
  to: day,
  brand: z.array(z.string()).default([]),
  method: z.array(z.string()).default([]),
  gateway: z.array(z.string()).default([]),
  by: z.enum(['brand', 'method', 'gateway']).default('brand'),
});

export type FigureSearch = ReturnType<typeof figureSearch.read>;

/** Today, where the days of the figures are counted for the person. */
export function todayOfMoney(): LocalDate {
  return localDateOf(productNow(), currentMe().timeZone);
}

export function periodOf({ from, to }: FigureSearch, today: LocalDate): Period {
  return from === null || to === null || from > to ? presetPeriod('days30', today) : { from, to };
}

/** The lines of one day, with the filters of the figures that the day stands in. */
export function dayLinesHref(search: FigureSearch, at: LocalDate): string {
  return `/money/lines${figureSearch.write({ ...search, by: 'brand', from: at, to: at })}`;
}

/** The query of both routes: brands of the address, else those of the scope chip. */
export function figureQuery(search: FigureSearch): Query {
  const { from, to } = periodOf(search, todayOfMoney());
  return { from, to, brand: brandsInView(search.brand), method: search.method, gateway: search.gateway };
}

/** The same filters for a file of the ledger lines. */
export function ledgerExportFilters(search: FigureSearch): ExportFilters {
  const { from, to } = periodOf(search, todayOfMoney());
  const some = (name: 'brands' | 'methods' | 'gateways', values: readonly string[]): ExportFilters =>
    values.length > 0 ? { [name]: [...values] } : {};
  return {
    ...some('brands', brandsInView(search.brand)),
    ...some('methods', search.method),
    ...some('gateways', search.gateway),
    ...{ firstDay: from, lastDay: to },
  };
}
