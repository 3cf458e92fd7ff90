import {
  upcomingChargeKinds,
  type UpcomingChargeReminder,
  type DunningSchedule,
  reminderKinds,
} from '../../domain/catalog/brand-data/index.ts';
import type { BrandFolder } from '../files/brand-folder.server.ts';
import type { BrandProblem } from '../files/brand-problem.ts';
import { dunningJson } from '../files/dunning-schema.server.ts';
import { type Layers, readLayered } from '../files/read-layered.server.ts';

type AheadJson = Partial<Record<(typeof upcomingChargeKinds)[number], Omit<UpcomingChargeReminder, 'kind'>>>;

/** The base's schedule with the brand's own over it; `null` when it has mistakes. */
export function buildDunning(
  fallback: BrandFolder | null,
  layers: Layers,
  report: (problem: BrandProblem) => void,
): DunningSchedule | null {
  const read = readLayered(fallback ? [fallback, ...layers] : layers, 'dunning.json', dunningJson, report);
  if (!read) return null;
  const { reminders, beforeFirstCharge, beforeRenewal, ...rest } = read;
  return {
    ...rest,
    reminders: reminderKinds
      .flatMap((kind) => {
        const one = reminders[kind];
        return one ? [{ kind, ...one }] : [];
      })
      .toSorted((a, b) => a.day - b.day),
    beforeFirstCharge: aheadOf(beforeFirstCharge),
    beforeRenewal: aheadOf(beforeRenewal),
  };
}

function aheadOf(all: AheadJson): UpcomingChargeReminder[] {
  return upcomingChargeKinds
    .flatMap((kind) => {
      const one = all[kind];
      return one ? [{ kind, ...one }] : [];
    })
    .toSorted((a, b) => b.days - a.days);
}
