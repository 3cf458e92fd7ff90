import { useEffect, useState } from 'react';
import { Button } from '#src/ui/button/button.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import css from './verification-code.module.css';

interface ResendProps {
  /** Seconds until another code may be requested, when the page was rendered. */
  readonly seconds: number;
  readonly isBusy: boolean;
}

/**
 * The button for another code. Before the limit ends it shows the remaining time; without JavaScript the button is always
 * shown and the server refuses early requests. Both have the same size, so that the layout does not shift.
 */
export function Resend({ seconds, isBusy }: ResendProps) {
  const t = useWords();
  // Null until hydration.
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    const end = performance.now() + seconds * 1000;
    const tick = (): void => {
      const now = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      setLeft(now);
      if (now === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, 250);
    const first = setTimeout(tick);
    return () => {
      clearInterval(timer);
      clearTimeout(first);
    };
  }, [seconds]);
  return (
    <div className={css['resend']}>
      {left ? (
        // Hidden from screen readers, which would announce every second.
        <p className={css['wait']} aria-live="off">
          {t('phone-verification.resend.wait', { seconds: left })}
        </p>
      ) : (
        <Button look="quiet" name="intent" value="send" formNoValidate isBusy={isBusy}>
          {t('phone-verification.resend')}
        </Button>
      )}
    </div>
  );
}
