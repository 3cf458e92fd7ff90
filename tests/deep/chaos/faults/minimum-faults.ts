import type { FaultKind } from './schedule.ts';

/** Least dose of each injector in a run per release, as the reliability notes have it (3.4); 0: in every run, however often. */
export const minimumFaults: Readonly<Record<FaultKind, number>> = {
  kill: 2_000,
  'crash-point': 500,
  'database-restart': 200,
  'disk-full': 20,
  // Of the hundred of a slow database, those that lock rows.
  'slow-database': 80,
  'row-lock': 20,
  network: 300,
  'gateway-fault': 0,
  clock: 40,
  // Thirty together.
  stall: 15,
  'few-files': 15,
  'graceful-stop': 20,
};

/** Deaths at each named place. */
export const killsPerCrashPoint = 20;
