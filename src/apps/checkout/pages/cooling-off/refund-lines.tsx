import { useWords } from '#src/ui/words/words-context.tsx';
import type { RefundLine } from './cooling-off.types.ts';
import css from './cooling-off.module.css';

/** What goes back by which way to pay, and when. */
export function RefundLines({ lines }: { readonly lines: readonly RefundLine[] }) {
  const t = useWords();
  if (lines.length === 0) return null;
  return (
    <section>
      <h2 className={css['heading']}>{t('cooling-off.lines')}</h2>
      <ul className={css['lines']}>
        {lines.map(({ id, label, amount, how }) => (
          <li key={id} className={css['line']}>
            <span>{label}</span>
            <span className={css['amount']}>{amount}</span>
            <span className={css['how']}>{how}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
