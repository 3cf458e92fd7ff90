import { Link } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { SaleList } from '../../../routes/sales/sale-item.types.ts';
import { Part } from '../../parts/part.tsx';
import { hasSeveralCurrencies, saleColumns } from '../../parts/sales/sale-columns.tsx';
import { DataTable } from '../../parts/table/data-table.tsx';
import { StateWord } from '../../parts/values/state-word.tsx';
import css from './home.module.css';

const most = 6;

interface SalesBlockProps {
  readonly title: string;
  /** What stands there while there are none. */
  readonly none: string;
  /** The whole list. */
  readonly href: string;
  /** Ids of the columns: a block has room for a few, the rest is a press away. */
  readonly columns: readonly string[];
  readonly data: Promise<SaleList>;
}

/** The newest sales of a list. */
export function SalesBlock({ title, none, href, columns, data }: SalesBlockProps) {
  const t = useWords();
  return (
    <Part title={title} aside={<Link to={href}>{t('home.all')}</Link>} data={data}>
      {({ sales }) =>
        sales.length === 0 ? (
          <p className={css['quiet']}>
            <StateWord tone="ok">{none}</StateWord>
          </p>
        ) : (
          <DataTable
            label={title}
            rows={sales.slice(0, most)}
            rowKey={({ orderId }) => orderId}
            rowHref={({ orderId }) => `/sales/${orderId}`}
            hasKeys={false}
            columns={saleColumns(t, hasSeveralCurrencies(sales)).filter(({ id }) => columns.includes(id))}
          />
        )
      }
    </Part>
  );
}
