import { Link } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { FigureOf, Figures } from '../../../routes/figures/figures.types.ts';
import { brandName } from '../../data/brand-name.ts';
import { useMe } from '../../data/me-context.tsx';
import { DataTable } from '../../parts/table/data-table.tsx';
import { methodText } from '../../parts/values/method-text.ts';
import { amountColumns } from './amount-columns.tsx';
import { type FigureSearch, figureSearch } from './figure-search.ts';
import css from './money.module.css';

const cuts = ['brand', 'method', 'gateway'] as const;

interface CutTableProps {
  readonly figures: Figures;
  readonly search: FigureSearch;
}

/** The same money by brand, method or gateway; a row opens its lines. */
export function CutTable({ figures: { cut, totals }, search }: CutTableProps) {
  const t = useWords();
  const { brands } = useMe();
  const { by } = search;
  const nameOf = ({ key }: FigureOf): string => {
    if (by === 'method') return methodText(t, key);
    return by === 'brand' ? brandName(brands, key) : key;
  };
  return (
    <section className={css['part']} aria-label={t(`money.by-${by}`)}>
      <header className={css['head']}>
        <h2>{t(`money.by-${by}`)}</h2>
        <nav className={css['cuts']} aria-label={t('money.cuts')}>
          {cuts.map((one) => (
            <Link
              key={one}
              to={figureSearch.write({ ...search, by: one }) || '?'}
              className={css['cut']}
              aria-current={one === by ? 'true' : undefined}
              preventScrollReset
            >
              {t(`money.${one}`)}
            </Link>
          ))}
        </nav>
      </header>
      <DataTable
        label={t(`money.by-${by}`)}
        rows={cut}
        rowKey={({ key, currency }) => `${key} ${currency}`}
        rowHref={({ key }) => `/money/lines${figureSearch.write({ ...search, by: 'brand', [by]: [key] })}`}
        columns={[
          { id: 'key', header: t(`money.${by}`), cell: nameOf, isWide: true, narrow: 'title' },
          ...amountColumns(t, totals.length > 1),
        ]}
      />
    </section>
  );
}
