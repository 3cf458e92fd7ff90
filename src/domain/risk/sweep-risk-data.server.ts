import type { RiskContext } from './context.server.ts';
import { riskLimits } from './risk-limits.data.ts';

const dayMs = 86_400_000;
/** Alarms that are over are kept so long: whoever looks into an attack finds when it was. */
const alarmsKeptMs = 90 * dayMs;

/** Forgets counts, solved challenges and good tries that nothing looks at any more, and whose tries old ones were. */
export async function sweepRiskData({ db, clock }: Pick<RiskContext, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  const old = ago(Math.max(2 * dayMs, riskLimits.tries.approvedSeconds * 1000));
  await db.deleteFrom('rate_counters').where('ends_at', '<', now).execute();
  await db.deleteFrom('solved_challenges').where('ends_at', '<', now).execute();
  await db.deleteFrom('approved_attempts').where('at', '<', old).execute();
  await db.deleteFrom('decline_alarms').where('until', '<', ago(alarmsKeptMs)).execute();
  await db
    .updateTable('card_attempts')
    .set({ address_key: null, network_key: null, buyer_key: null, browser_key: null })
    .where('browser_key', 'is not', null)
    .where('attempted_at', '<', old)
    .execute();
}
