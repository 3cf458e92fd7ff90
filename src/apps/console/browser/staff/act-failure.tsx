import { useLocation } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import { ProblemError } from '../data/problem-error.ts';
import css from './act-failure.module.css';

/** Why an act was not done; where the sign-in is too old, the way to do it again and come back. */
export function ActFailure({ error }: { readonly error: unknown }) {
  const t = useWords();
  const { pathname, search } = useLocation();
  if (error === null || error === undefined) return null;
  const code = error instanceof ProblemError ? error.code : '';
  const key = `staff.problem.${code === '' ? 'away' : code}`;
  return (
    <div className={css['failure']} role="alert">
      {t(t.has(key) ? key : 'staff.problem.other')}
      {code === 'sign-in-too-old' && (
        <a href={`/sign-in/fresh?return=${encodeURIComponent(`${pathname}${search}`)}`}>{t('staff.sign-in-again')}</a>
      )}
    </div>
  );
}
