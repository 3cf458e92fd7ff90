import css from './detail-list.module.css';

interface DetailListProps {
  readonly items: readonly { readonly label: string; readonly value: string; readonly isStrong?: boolean }[];
}

/** Details as pairs of a name and a value. */
export function DetailList({ items }: DetailListProps) {
  return (
    <dl className={css['facts']}>
      {items.map(({ label, value, isStrong }) => (
        <div key={label} className={isStrong ? css['strong'] : undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
