import { aheadKinds, type AheadReminder, type DunningSchedule, reminderKinds } from '#src/domain/dunning/index.ts';
import type { BrandFolder } from '../files/brand-folder.server.ts';
import type { BrandProblem } from '../files/brand-problem.ts';
import { dunningJson } from '../files/dunning-schema.server.ts';
import { type Layers, readLayered } from '../files/read-layered.server.ts';

type AheadJson = Partial<Record<(typeof aheadKinds)[number], Omit<AheadReminder, 'kind'>>>;

/** The base's schedule with the brand's own over it; `null` when it has mistakes. */
export function buildDunning(
  ground: BrandFolder | null,
  layers: Layers,
  report: (problem: BrandProblem) => void,
): DunningSchedule | null {
  const read = readLayered(ground ? [ground, ...layers] : layers, 'dunning.json', dunningJson, report);
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

function aheadOf(all: AheadJson): AheadReminder[] {
  return aheadKinds
    .flatMap((kind) => {
      const one = all[kind];
      return one ? [{ kind, ...one }] : [];
    })
    .toSorted((a, b) => b.days - a.days);
}
