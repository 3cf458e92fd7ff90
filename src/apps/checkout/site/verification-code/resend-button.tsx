import { useEffect, useState } from 'react';
import { Button } from '#src/ui/button/button.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import css from './verification-code.module.css';

interface ResendProps {
  /** Until another code may be asked for, when the page was made. */
  readonly seconds: number;
  readonly isBusy: boolean;
}

/**
 * The way to another code. While it is too soon it says when; without JavaScript the button is always there and the server
 * says so. Both take the same room, so that nothing moves when the time is over.
 */
export function Resend({ seconds, isBusy }: ResendProps) {
  const t = useWords();
  // Null until the page is alive.
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
        // A clock that is read out every second helps nobody.
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
