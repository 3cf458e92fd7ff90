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
    <div role="alert">
      {hasEnded && (
        <div className={css['bar']}>
          <p>
            <b>{t('frame.session-ended')}</b> {t('frame.session-ended.text')}
          </p>
          <Button kind="primary" onPress={signInAgain}>
            {t('frame.sign-in-again')}
          </Button>
        </div>
      )}
    </div>
  );
}
