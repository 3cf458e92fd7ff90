import { useWords } from '#src/ui/words/words-context.tsx';
import { useMe } from '../../data/me-context.tsx';
import { useNow } from '../../data/now.ts';
import { dayText, instantText, relativeText } from './time-text.ts';

interface TimeProps {
  /** ISO 8601 with its offset, or null for what has not happened. */
  readonly at: string | null;
  /** IANA zone of the market; the person's own when absent. */
  readonly timeZone?: string | undefined;
  /** `ago`: “há 3 min”; `day`: “27 nov.”. */
  readonly kind?: 'ago' | 'day';
  /** Outside of a row that takes the keyboard: the instant is shown on focus too. */
  readonly isFocusable?: boolean;
}

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A moment in a few characters; the whole instant, in the market's zone, on hover and focus. */
export function Time({ at, timeZone, kind = 'ago', isFocusable = false }: TimeProps) {
  const { locale } = useWords();
  const me = useMe();
  const now = useNow();
  if (at === null) return null;
  const instant = Date.parse(at);
  const zone = timeZone ?? me.timeZone;
  const whole = instantText(instant, locale, zone, ownZone);
  const short = kind === 'day' ? dayText(instant, now, locale, zone) : relativeText(instant, now, locale, zone);
  return (
    <time dateTime={at} data-tip={whole} {...(isFocusable ? { tabIndex: 0 } : {})}>
      {short}
    </time>
  );
}
