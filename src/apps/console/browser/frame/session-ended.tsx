import { useWords } from '#src/ui/words/words-context.tsx';
import { useHasSessionEnded } from '../data/live.ts';
import { Button } from '../parts/button.tsx';
import css from './session-ended.module.css';
import { signInAgain } from './sign-in-again.ts';

/** Says at once that the session has ended: what stands on the page grows old, and what was typed can still be copied. */
export function SessionEnded() {
  const t = useWords();
  const hasEnded = useHasSessionEnded();
  return (
    // In the top layer of React Aria, an open sheet neither hides it from screen readers nor keeps the focus from it.
    <div role="alert" className={css['bar']} data-react-aria-top-layer="true">
      {hasEnded && (
        <>
          <p>
            <b>{t('frame.session-ended')}</b> {t('frame.session-ended.text')}
          </p>
          <Button kind="primary" onPress={signInAgain}>
            {t('frame.sign-in-again')}
          </Button>
        </>
      )}
    </div>
  );
}
