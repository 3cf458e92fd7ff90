import css from './step-indicator.module.css';

interface StepIndicatorProps {
  /** Place of this step, from 1. */
  readonly number: number;
  readonly of: number;
  /** "Passo 2 de 3". */
  readonly label: string;
}

/** How far the buyer is: said in words, drawn as bars. */
export function StepIndicator({ number, of, label }: StepIndicatorProps) {
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
