import { addDays } from '#src/kernel/time/local-date.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ChargeCalendar } from '../../../routes/subscriptions/subscriptions.types.ts';
import { countText, moneyText } from '../../parts/values/money-text.ts';
import { productNow } from '../../data/now.ts';
import { nearDateText } from '../../parts/values/time-text.ts';
import css from './charge-strip.module.css';

interface Props {
  readonly calendar: ChargeCalendar;
  readonly chosen: string | null;
  readonly onChoose: (day: string | null) => void;
}

const days = 30;

/** What is charged on each of the next 30 days: a bar as high as its number of charges; a press shows its subscriptions. */
export function ChargeStrip({ calendar, chosen, onChoose }: Props) {
  const t = useWords();
  const all = Array.from({ length: days }, (_, at) => addDays(calendar.from, at)).map((day) => {
    const own = calendar.days.filter((one) => one.day === day);
    return { day, own, count: own.reduce((sum, { count }) => sum + count, 0) };
  });
  if (calendar.days.length === 0)
    return (
      <section className={css['strip']} aria-label={t('subscriptions.strip')}>
        <h2 className={css['heading']}>{t('subscriptions.strip')}</h2>
        <p className={css['none']}>{t('subscriptions.strip.none')}</p>
      </section>
    );
  const most = Math.max(1, ...all.map(({ count }) => count));
  return (
    <section className={css['strip']} aria-label={t('subscriptions.strip')}>
      <h2 className={css['heading']}>{t('subscriptions.strip')}</h2>
      <ol className={css['days']}>
        {all.map(({ day, own, count }) => {
          const amounts = own.map(({ amount, currency }) => moneyText(amount, t.locale, currency)).join(' + ');
          const words = t('subscriptions.strip.day', {
            day: nearDateText(day, productNow(), t.locale),
            count,
            amounts: amounts === '' ? '–' : amounts,
          });
          return (
            <li key={day} className={css['item']}>
              <button
                type="button"
                className={css['day']}
                aria-label={words}
                aria-pressed={day === chosen}
                data-tip={words}
                onClick={() => onChoose(day === chosen ? null : day)}
              >
                <meter className={css['bar']} min={0} max={most} value={count} aria-hidden="true" />
                <span>{count === 0 ? '' : countText(count, t.locale)}</span>
                <span className={css['date']}>{Number(day.slice(8))}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
