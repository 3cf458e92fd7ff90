import type { ExportFilters } from '#src/domain/sales/exports/index.ts';
import { isLocalDate } from '#src/kernel/time/local-date.ts';
import type { Translator } from '#src/ui/words/translator.ts';
import { methodText } from '../parts/values/method-text.ts';
import { dateText } from '../parts/values/time-text.ts';

interface Reader {
  readonly nameOf: (brand: string) => string;
  /** IANA zone in whose days an instant is said. */
  readonly timeZone: string;
}

/** The filters of an export in words, `Estado: Paga, Estornada`; empty where it has everything that its asker sees. */
export function exportFilterTexts(
  t: Translator,
  filters: ExportFilters,
  { nameOf, timeZone }: Reader,
): readonly string[] {
  const listed = (label: string, values: readonly string[] = [], text: (value: string) => string = String) =>
    // A method is stored under several names with the same word.
    values.length > 0 ? [`${t(label)}: ${[...new Set(values.map(text))].join(', ')}`] : [];
  const worded = (group: string) => (value: string) => {
    const key = `sales.${group}.${value}`;
    return t.has(key) ? t(key) : value;
  };
  const one = (value: string | undefined) => (value === undefined ? [] : [value]);
  const dayOf = (instant: string) =>
    new Intl.DateTimeFormat(t.locale, { dateStyle: 'medium', timeZone }).format(Date.parse(instant));
  const localDay = (day: string) => (isLocalDate(day) ? dateText(day, t.locale) : day);
  const { brands, states, kinds, troubles, methods, gateways, seller, source, product } = filters;
  const { from, until, firstDay, lastDay } = filters;
  return [
    ...listed('sales.filter.state', states, worded('state')),
    ...listed('sales.filter.trouble', troubles, worded('trouble')),
    ...listed('sales.filter.method', methods, (method) => methodText(t, method)),
    ...listed('sales.filter.kind', kinds, worded('kind')),
    ...listed('sales.filter.brand', brands, nameOf),
    ...listed('money.gateway', gateways),
    ...listed('sales.filter.product', one(product)),
    ...listed('sales.filter.seller', one(seller)),
    ...listed('sales.filter.source', one(source)),
    ...(from === undefined ? [] : [t('exports.from', { day: dayOf(from) })]),
    ...(until === undefined ? [] : [t('exports.until', { day: dayOf(until) })]),
    ...(firstDay === undefined ? [] : [t('exports.from', { day: localDay(firstDay) })]),
    ...(lastDay === undefined ? [] : [t('exports.to', { day: localDay(lastDay) })]),
  ];
}
