import type { ReactNode } from 'react';
import css from './facts.module.css';

interface FactsProps {
  /** Names and values; a row whose value is null is left out. */
  readonly rows: readonly (readonly [name: string, value: ReactNode])[];
}

/** Names and values of one thing, side by side. */
export function Facts({ rows }: FactsProps) {
  return (
    <dl className={css['facts']}>
      {rows
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <div key={name} className={css['row']}>
            <dt className={css['name']}>{name}</dt>
            <dd className={css['value']}>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
