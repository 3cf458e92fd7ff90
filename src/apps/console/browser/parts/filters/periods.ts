import { addDays, addMonths, isLocalDate, type LocalDate } from '#src/kernel/time/local-date.ts';

/** Days of a calendar, both included. */
export interface Period {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

export const presetNames = ['today', 'yesterday', 'week', 'days30', 'month', 'last-month'] as const;
export type PresetName = (typeof presetNames)[number];

function firstOfMonth(day: LocalDate): LocalDate {
  const first = `${day.slice(0, 8)}01`;
  return isLocalDate(first) ? first : day;
}

/** The days that a name means on a given day: `week` and `days30` are 7 and 30 days with today. */
export function presetPeriod(name: PresetName, today: LocalDate): Period {
  const month = firstOfMonth(today);
  const periods: Readonly<Record<PresetName, Period>> = {
    today: { from: today, to: today },
    yesterday: { from: addDays(today, -1), to: addDays(today, -1) },
    week: { from: addDays(today, -6), to: today },
    days30: { from: addDays(today, -29), to: today },
    month: { from: month, to: today },
    'last-month': { from: addMonths(month, -1), to: addDays(month, -1) },
  };
  return periods[name];
}

/** The name of a period, or null when it has none. */
export function presetOf({ from, to }: Period, today: LocalDate): PresetName | null {
  const found = presetNames.find((name) => {
    const preset = presetPeriod(name, today);
    return preset.from === from && preset.to === to;
  });
  return found ?? null;
}
