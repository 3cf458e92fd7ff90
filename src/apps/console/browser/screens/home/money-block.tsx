import { Link } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { LocalDate } from '#src/kernel/time/local-date.ts';
import type { Figures } from '../../../routes/figures/figures.types.ts';
import { Part } from '../../parts/part.tsx';
import { DataTable } from '../../parts/table/data-table.tsx';
import { StateWord } from '../../parts/values/state-word.tsx';
import { amountColumns } from '../money/amount-columns.tsx';
import css from './home.module.css';

interface MoneyBlockProps {
  readonly data: Promise<Figures>;
  readonly today: LocalDate;
}

/** Money of today and yesterday; a row opens its lines. */
export function MoneyBlock({ data, today }: MoneyBlockProps) {
  const t = useWords();
  return (
    <Part title={t('home.money')} aside={<Link to="/money">{t('home.all')}</Link>} data={data} rows={2}>
      {({ days, totals }) =>
        days.length === 0 ? (
          <p className={css['quiet']}>
            <StateWord tone="quiet">{t('home.money.none')}</StateWord>
          </p>
        ) : (
          <DataTable
            label={t('home.money')}
            rows={days.toReversed()}
            rowKey={({ key, currency }) => `${key} ${currency}`}
            rowHref={({ key }) => `/money/lines?from=${key}&to=${key}`}
            hasKeys={false}
            columns={[
              {
                id: 'day',
                header: t('home.day'),
                cell: ({ key }) => t(key === today ? 'home.today' : 'home.yesterday'),
                isWide: true,
                narrow: 'title',
              },
              ...amountColumns(t, totals.length > 1),
            ]}
          />
        )
      }
    </Part>
  );
}
