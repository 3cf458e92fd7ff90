import { useWords } from '#src/ui/words/words-context.tsx';
import { api } from '../../data/api.ts';
import { useMe } from '../../data/me-context.tsx';
import { Button } from '../../parts/button.tsx';
import { durationText, instantText } from '../../parts/values/time-text.ts';
import css from './sandbox.module.css';
import { useChange } from './use-change.ts';

const minute = 60;
const hour = 3_600;
const day = 86_400;
const steps = [minute, 30 * minute, hour, day, 3 * day, 7 * day, 30 * day] as const;

interface ClockPartProps {
  readonly now: string;
  readonly offsetSeconds: number;
}

/** The time of the product and of all companies; it only goes forward, and due work runs before the screen comes back. */
export function ClockPart({ now, offsetSeconds }: ClockPartProps) {
  const t = useWords();
  const { timeZone } = useMe();
  const { isChanging, change } = useChange();
  return (
    <section aria-label={t('sandbox.clock')}>
      <h2 className={css['title']}>{t('sandbox.clock')}</h2>
      <p>
        <b>{instantText(Date.parse(now), t.locale, timeZone, timeZone)}</b>{' '}
        <span className={css['faint']}>
          {offsetSeconds < minute
            ? t('sandbox.clock.real')
            : t('sandbox.clock.ahead', { time: durationText(offsetSeconds, t.locale) })}
        </span>
      </p>
      <div className={css['buttons']}>
        {steps.map((seconds) => {
          const time = durationText(seconds, t.locale);
          return (
            <Button
              key={seconds}
              isDisabled={isChanging}
              onPress={() =>
                void change(() => api.post('/sandbox/clock', { body: { seconds } }), t('sandbox.clock.moved', { time }))
              }
            >
              {`+${time}`}
            </Button>
          );
        })}
      </div>
    </section>
  );
}
