import css from './steps.module.css';

interface StepsProps {
  /** Place of this step, from 1. */
  readonly number: number;
  readonly of: number;
  /** "Passo 2 de 3". */
  readonly label: string;
}

/** How far the buyer is: said in words, drawn as bars. */
export function Steps({ number, of, label }: StepsProps) {
  return (
    <div className={css['steps']}>
      <p className={css['label']}>{label}</p>
      <span className={css['bars']} aria-hidden="true">
        {Array.from({ length: of }, (_, index) => (
          <i key={index} className={index < number ? css['done'] : undefined} />
        ))}
      </span>
    </div>
  );
}
