import type { StrikeKind } from './schedule.ts';

/** Least dose of each injector in a run per release, as the reliability notes have it (3.4); 0: in every run, however often. */
export const leastDose: Readonly<Record<StrikeKind, number>> = {
  kill: 2_000,
  'crash-point': 500,
  'database-restart': 200,
  'disk-full': 20,
  'slow-database': 100,
  network: 300,
  sky: 0,
  clock: 40,
  'graceful-stop': 20,
};

/** Deaths at each named place. */
export const deathsPerPlace = 20;
