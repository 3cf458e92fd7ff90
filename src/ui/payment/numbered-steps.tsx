import css from './numbered-steps.module.css';

interface StepsProps {
  readonly title: string;
  readonly steps: readonly string[];
}

/** What to do, one after the other, with drawn numbers. */
export function NumberedSteps({ title, steps }: StepsProps) {
  return (
    <section className={css['steps']}>
      <h2>{title}</h2>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}
