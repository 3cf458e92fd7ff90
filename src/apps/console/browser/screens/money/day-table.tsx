import { useWords } from '#src/ui/words/words-context.tsx';
import type { Figures } from '../../../routes/figures/figures.types.ts';
import { DataTable } from '../../parts/table/data-table.tsx';
import { dateText } from '../../parts/values/time-text.ts';
import { amountColumns } from './amount-columns.tsx';

/** The bars as rows, newest first; a day opens its lines. */
export function DayTable({ figures: { days, totals } }: { readonly figures: Figures }) {
  const t = useWords();
  return (
    <DataTable
      label={t('money.by-day')}
      rows={days.toReversed()}
      rowKey={({ key, currency }) => `${key} ${currency}`}
      rowHref={({ key }) => `/money/lines?from=${key}&to=${key}`}
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
