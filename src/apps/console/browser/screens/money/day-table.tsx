import { isLocalDate } from '#src/kernel/time/local-date.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { Figures } from '../../../routes/figures/figures.types.ts';
import { DataTable } from '../../parts/table/data-table.tsx';
import { dateText } from '../../parts/values/time-text.ts';
import { amountColumns } from './amount-columns.tsx';
import { dayLinesHref, type FigureSearch } from './figure-search.ts';

interface DayTableProps {
  readonly figures: Figures;
  readonly search: FigureSearch;
}

/** The bars as rows, newest first; a day opens its lines. */
export function DayTable({ figures: { days, totals }, search }: DayTableProps) {
  const t = useWords();
  return (
    <DataTable
      label={t('money.by-day')}
      rows={days.toReversed()}
      rowKey={({ key, currency }) => `${key} ${currency}`}
      rowHref={({ key }) => (isLocalDate(key) ? dayLinesHref(search, key) : null)}
      hasKeys={false}
      columns={[
        {
          id: 'day',
          header: t('money.day'),
          cell: ({ key }) => dateText(key, t.locale),
          isWide: true,
          narrow: 'title',
        },
        ...amountColumns(t, totals.length > 1),
      ]}
    />
  );
}
