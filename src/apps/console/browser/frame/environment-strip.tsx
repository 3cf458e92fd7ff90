import { useWords } from '#src/ui/words/words-context.tsx';
import { useMe } from '../data/me-context.tsx';
import { useNow } from '../data/now.ts';
import { clockText, shortDayText } from '../parts/values/time-text.ts';
import css from './environment-strip.module.css';

/** Outside of production: which environment this is, in orange, with the product's time, which the sandbox can move. */
export function EnvironmentStrip() {
  const t = useWords();
  const { environment, timeZone } = useMe();
  const now = useNow();
  if (environment === 'production') return null;
  return (
    <p className={css['strip']}>
      <b>{t(`frame.environment.${environment}`)}</b>
      <span className={css['time']}>
        {shortDayText(now, t.locale, timeZone)} {clockText(now, t.locale, timeZone)}
      </span>
    </p>
  );
}
