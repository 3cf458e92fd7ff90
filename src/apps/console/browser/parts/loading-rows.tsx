import { useWords } from '#src/ui/words/words-context.tsx';
import css from './loading-rows.module.css';

/** Keeps the height of what is being read, without a motion in the first 400 ms. */
export function LoadingRows({ rows = 8 }: { readonly rows?: number }) {
  const t = useWords();
  return (
    <div className={css['rows']} role="status" aria-label={t('parts.loading')} data-state="loading">
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={css['row']} />
      ))}
    </div>
  );
}
