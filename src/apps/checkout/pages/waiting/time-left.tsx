import { useEffect, useRef, useState } from 'react';
import { useFeedback } from '#src/ui/feedback/feedback.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { countdownText, minutesToAnnounce } from './countdown-text.ts';
import css from './waiting.module.css';

interface TimeLeftProps {
  /** Server time when the page was rendered. */
  readonly secondsLeft: number;
  readonly onEnd: () => void;
}

/**
 * The countdown to expiry. The digits change every second and are hidden from screen readers; an announcement comes once a
 * minute at most, near the end only.
 */
export function TimeLeft({ secondsLeft, onEnd }: TimeLeftProps) {
  const t = useWords();
  const { announce } = useFeedback();
  const [left, setLeft] = useState(secondsLeft);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });

  useEffect(() => {
    const deadline = Date.now() + secondsLeft * 1000;
    let said = minutesToAnnounce(secondsLeft);
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((deadline - Date.now()) / 1000));
      setLeft(now);
      const minutes = minutesToAnnounce(now);
      if (minutes !== said && minutes !== null) announce(t('waiting.left.spoken', { minutes }));
      said = minutes;
      if (now > 0) return;
      clearInterval(timer);
      end.current();
    }, 1000);
    return () => clearInterval(timer);
  }, [secondsLeft, announce, t]);

  useEffect(() => {
    const { title } = document;
    document.title = `(${countdownText(left)}) ${title}`;
    return () => void (document.title = title);
  }, [left]);

  return (
    <span className={css['left']} aria-hidden="true">
      <Icon name="clock" />
      {countdownText(left)}
    </span>
  );
}
