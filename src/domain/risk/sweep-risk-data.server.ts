import type { RiskContext } from './context.server.ts';
import { deleteEndedAlarms } from './decline-alarm.repository.server.ts';
import { deleteEndedCounters } from './rate-counter.repository.server.ts';
import { deleteEndedChallenges } from './solved-challenge.repository.server.ts';

/** Ended alarms are kept so long, for whoever investigates an attack later. */
const alarmsKeptMs = 90 * 86_400_000;

/** Deletes counters, solved challenges and alarms that are over. */
export async function sweepRiskData({ db, clock }: Pick<RiskContext, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await deleteEndedCounters(db, now);
  await deleteEndedChallenges(db, now);
  await deleteEndedAlarms(db, new Date(now.getTime() - alarmsKeptMs));
}
