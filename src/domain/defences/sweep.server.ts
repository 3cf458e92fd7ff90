import type { DomainContext } from '../context.server.ts';
import { defenceLimits } from './limits.data.ts';

const dayMs = 86_400_000;
/** Alarms that are over are kept so long: whoever looks into an attack finds when it was. */
const alarmsKeptMs = 90 * dayMs;

/** Forgets counts, solved challenges and good tries that nothing looks at any more, and whose tries old ones were. */
export async function sweepDefences({ db, clock }: Pick<DomainContext, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  const old = ago(Math.max(2 * dayMs, defenceLimits.tries.goodSeconds * 1000));
  await db.deleteFrom('guard_counts').where('ends_at', '<', now).execute();
  await db.deleteFrom('used_challenges').where('ends_at', '<', now).execute();
  await db.deleteFrom('good_tries').where('at', '<', old).execute();
  await db.deleteFrom('try_alarms').where('until', '<', ago(alarmsKeptMs)).execute();
  await db
    .updateTable('means_tries')
    .set({ address_key: null, network_key: null, buyer_key: null, browser_key: null })
    .where('browser_key', 'is not', null)
    .where('tried_at', '<', old)
    .execute();
}
