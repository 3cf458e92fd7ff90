import { Link } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { SaleList } from '../../../routes/sales/sale-item.types.ts';
import { Part } from '../../parts/part.tsx';
import { hasSeveralCurrencies, saleColumns } from '../../parts/sales/sale-columns.tsx';
import { DataTable } from '../../parts/table/data-table.tsx';
import { StateWord } from '../../parts/values/state-word.tsx';
import css from './home.module.css';

const most = 6;
/** What a block has room for; the rest is a press away. */
const shown = new Set(['when', 'state', 'buyer', 'amount', 'troubles']);

interface SalesBlockProps {
  readonly title: string;
  /** What stands there while there are none. */
  readonly none: string;
  /** The whole list. */
  readonly href: string;
  readonly data: Promise<SaleList>;
}

/** The newest sales of a list. */
export function SalesBlock({ title, none, href, data }: SalesBlockProps) {
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
            columns={saleColumns(t, hasSeveralCurrencies(sales)).filter(({ id }) => shown.has(id))}
          />
        )
      }
    </Part>
  );
}
