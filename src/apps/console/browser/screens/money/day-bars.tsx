import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { useWords } from '#src/ui/words/words-context.tsx';
import { addDays, daysBetween, isLocalDate, type LocalDate } from '#src/kernel/time/local-date.ts';
import type { Figures } from '../../../routes/figures/figures.types.ts';
import type { Period } from '../../parts/filters/periods.ts';
import { moneyText } from '../../parts/values/money-text.ts';
import { dateText } from '../../parts/values/time-text.ts';
import css from './day-bars.module.css';

const text = { fontSize: 12, fill: 'var(--ink-faint)' } as const;

/** Money in and back by day, one chart a currency; the table beside it says the same. */
interface DayBarsProps {
  readonly figures: Figures;
  readonly period: Period;
}

/** Every day of a period, those without money too: bars stand apart as their days do. */
function daysOf({ from, to }: Period): readonly LocalDate[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => addDays(from, at));
}

export function DayBars({ figures: { totals, days }, period }: DayBarsProps) {
  const t = useWords();
  const dayOf = (key: unknown): string => (typeof key === 'string' && isLocalDate(key) ? dateText(key, t.locale) : '');
  const short = new Intl.NumberFormat(t.locale, { notation: 'compact', maximumFractionDigits: 1 });
  return totals.map(({ currency }) => {
    const own = new Map(days.filter((one) => one.currency === currency).map((one) => [one.key, one]));
    const data = daysOf(period).map((key) => ({
      ...{ key, moneyIn: own.get(key)?.moneyIn ?? 0, back: -(own.get(key)?.back ?? 0) },
    }));
    return (
      <figure key={currency} className={css['chart']} aria-label={t('money.chart', { currency })}>
        <ResponsiveContainer width="100%" height={200}>
          <BarChart
            data={data}
            stackOffset="sign"
            margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
            accessibilityLayer={false}
          >
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis
              dataKey="key"
              tick={text}
              tickLine={false}
              axisLine={{ stroke: 'var(--line-strong)' }}
              tickFormatter={(key: string) => key.slice(8)}
              minTickGap={8}
            />
            <YAxis
              width={56}
              tick={text}
              tickLine={false}
              axisLine={false}
              tickFormatter={(units: number) => short.format(units / 100).replace('-', '\u2212')}
            />
            <Tooltip
              cursor={{ fill: 'var(--surface-hover)' }}
              isAnimationActive={false}
              labelFormatter={dayOf}
              formatter={(units, name) => [
                moneyText(Number(units), t.locale, currency),
                t(name === 'back' ? 'money.back' : 'money.in'),
              ]}
              contentStyle={{
                border: 0,
                borderRadius: 6,
                background: 'var(--surface-raised)',
                boxShadow: 'var(--overlay-shadow)',
              }}
              itemStyle={{ color: 'var(--ink)' }}
            />
            <Bar dataKey="moneyIn" stackId="day" fill="var(--accent)" maxBarSize={24} isAnimationActive={false} />
            <Bar dataKey="back" stackId="day" fill="var(--lost)" maxBarSize={24} isAnimationActive={false} />
          </BarChart>
        </ResponsiveContainer>
        <figcaption className={css['legend']}>
          {totals.length > 1 && <span className={css['currency']}>{currency}</span>}
          <span className={css['in']}>{t('money.in')}</span>
          <span className={css['back']}>{t('money.back')}</span>
        </figcaption>
      </figure>
    );
  });
}
