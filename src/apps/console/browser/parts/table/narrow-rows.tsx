import { Link } from 'react-router';
import type { Column, DataTableProps } from './data-table.tsx';
import css from './narrow-rows.module.css';

/** The same rows on a phone: two lines each, the whole row one target of at least 44 px. */
export function NarrowRows<Row>({ label, rows, columns, rowKey, rowHref }: DataTableProps<Row>) {
  const at = (place: Column<Row>['narrow']): readonly Column<Row>[] => columns.filter(({ narrow }) => narrow === place);
  return (
    <ul className={css['rows']} aria-label={label}>
      {rows.map((row) => {
        const href = rowHref(row);
        const line = (place: Column<Row>['narrow']) =>
          at(place).map(({ id, cell, narrowCell }) => (
            <span key={id} className={css['piece']}>
              {(narrowCell ?? cell)(row)}
            </span>
          ));
        return (
          <li key={rowKey(row)} className={css['row']} data-row={rowKey(row)}>
            <span className={css['title']}>
              {href === null ? (
                line('title')
              ) : (
                <Link to={href} className={css['link']} data-row-link>
                  {line('title')}
                </Link>
              )}
            </span>
            <span className={css['end']}>{line('title-end')}</span>
            <span className={css['detail']}>{line('detail')}</span>
            <span className={css['end']}>{line('detail-end')}</span>
          </li>
        );
      })}
    </ul>
  );
}
