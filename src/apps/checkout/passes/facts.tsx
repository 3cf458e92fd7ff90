import css from './facts.module.css';

interface FactsProps {
  readonly facts: readonly { readonly label: string; readonly value: string; readonly isStrong?: boolean }[];
}

/** What a link is about, in pairs of a name and a value. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={css['facts']}>
      {facts.map(({ label, value, isStrong }) => (
        <div key={label} className={isStrong ? css['strong'] : undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
