import { parseDate } from '@internationalized/date';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Popover } from 'react-aria-components/Popover';
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  RangeCalendar,
} from 'react-aria-components/RangeCalendar';
import { isLocalDate, type LocalDate } from '#src/kernel/time/local-date.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import { dateText } from '../values/time-text.ts';
import chip from './filter-chip.module.css';
import css from './period-chip.module.css';
import { type Period, presetNames, presetOf, presetPeriod } from './periods.ts';

interface PeriodChipProps {
  readonly period: Period;
  /** The day in the zone whose days are counted. */
  readonly today: LocalDate;
  readonly onChange: (period: Period) => void;
}

/** The days that a list or a figure is of: a usual period by one press, any other by a calendar. Never off. */
export function PeriodChip({ period, today, onChange }: PeriodChipProps) {
  const t = useWords();
  const preset = presetOf(period, today);
  const text = preset === null ? periodText(period, t.locale) : t(`parts.period.${preset}`);
  return (
    <span className={chip['chip']} data-on>
      <DialogTrigger>
        <AriaButton className={chip['open'] ?? ''} data-filter>
          {t('parts.period.label')}
          <b className={chip['value']}>{text}</b>
        </AriaButton>
        <Popover className={chip['popover'] ?? ''} placement="bottom start">
          <Dialog className={css['dialog'] ?? ''} aria-label={t('parts.period.label')}>
            {({ close }) => {
              const choose = (next: Period): void => {
                onChange(next);
                close();
              };
              return (
                <>
                  <div className={css['presets']}>
                    {presetNames.map((name) => (
                      <AriaButton
                        key={name}
                        className={css['preset'] ?? ''}
                        aria-pressed={name === preset}
                        onPress={() => choose(presetPeriod(name, today))}
                      >
                        {t(`parts.period.${name}`)}
                      </AriaButton>
                    ))}
                  </div>
                  <RangeCalendar
                    aria-label={t('parts.period.label')}
                    className={css['calendar'] ?? ''}
                    defaultValue={{ start: parseDate(period.from), end: parseDate(period.to) }}
                    maxValue={parseDate(today)}
                    onChange={({ start, end }) => {
                      const [from, to] = [start.toString(), end.toString()];
                      if (isLocalDate(from) && isLocalDate(to)) choose({ from, to });
                    }}
                  >
                    <header className={css['month']}>
                      <AriaButton slot="previous" className={css['step'] ?? ''}>
                        ‹
                      </AriaButton>
                      <Heading className={css['heading'] ?? ''} />
                      <AriaButton slot="next" className={css['step'] ?? ''}>
                        ›
                      </AriaButton>
                    </header>
                    <CalendarGrid className={css['grid'] ?? ''}>
                      <CalendarGridHeader>
                        {(day) => <CalendarHeaderCell className={css['weekday'] ?? ''}>{day}</CalendarHeaderCell>}
                      </CalendarGridHeader>
                      <CalendarGridBody>
                        {(date) => <CalendarCell date={date} className={css['day'] ?? ''} />}
                      </CalendarGridBody>
                    </CalendarGrid>
                  </RangeCalendar>
                </>
              );
            }}
          </Dialog>
        </Popover>
      </DialogTrigger>
    </span>
  );
}

/** `1 nov. – 27 nov. 2026`. */
export function periodText({ from, to }: Period, locale: string): string {
  return from === to ? dateText(from, locale) : `${dateText(from, locale)} – ${dateText(to, locale)}`;
}
