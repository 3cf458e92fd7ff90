import type { Pool } from 'pg';
import type { Cluster } from './cluster.ts';
import type { Purchase, BuyerReport, ConnectionProbe } from './shop.ts';
import type { Write } from './visitor.ts';

/** How the primary is lost. */
export type Outage = 'killed' | 'killed while mute' | 'halted';

export interface Round {
  readonly outage: Outage;
  /** From the beginning of the first write that failed to the end of the first that went well again, in milliseconds. */
  readonly awayMs: number;
  /** From the blow itself to that first good write. */
  readonly sinceOutageMs: number;
  readonly failedWrites: number;
  /** Who led before the blow, and who leads after it. */
  readonly fallen: string;
  readonly newLeader: string;
  /** Whether this process listens for signals of other processes again. */
  readonly isReachable: boolean;
}

export interface Load {
  /** Of buyers who have ended. */
  readonly purchases: readonly Purchase[];
  readonly reported: readonly BuyerReport[];
  readonly writes: readonly Write[];
  /** Sends no new buyers, and waits for those on their way. */
  finish(): Promise<void>;
}

/** Buyers arrive at a constant rate, whatever happens to those before them. */
export function startLoad(
  perSecond: number,
  makeBuyer: (probe: ConnectionProbe) => (number: number) => Promise<Purchase>,
  firstNumber: number,
): Load {
  const purchases: Purchase[] = [];
  const writes: Write[] = [];
  const reported: BuyerReport[] = [];
  const running = new Set<Promise<unknown>>();
  const buy = makeBuyer({ wrote: (write) => writes.push(write), reported: (one) => reported.push(one) });
  const began = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    for (; sent < ((performance.now() - began) / 1000) * perSecond; sent += 1) {
      const one = buy(firstNumber + sent).then((purchase) => purchases.push(purchase));
      running.add(one);
      void one.finally(() => running.delete(one));
    }
  }, 10);
  return {
    purchases,
    reported,
    writes,
    async finish() {
      clearInterval(timer);
      await Promise.all(running);
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** One blow under load; ends when writes are back, and the load still runs. Throws when they are not back in two minutes. */
export async function causeOutage(cluster: Cluster, pool: Pool, load: Load, outage: Outage): Promise<Round> {
  const { leader } = await cluster.settled(60_000);
  await pause(4_000);
  if (outage === 'killed while mute') {
    cluster.mute(leader);
    await pause(1_500);
  }
  const at = Date.now();
  if (outage === 'halted') cluster.halt(leader);
  else cluster.kill(leader);
  const back = await firstGood(load, at);
  const failed = load.writes.filter((one) => isAway(one) && one.ended >= at && one.ended <= back + 1_000);
  const firstFailed = Math.min(...failed.map(({ began }) => began));
  await pause(3_000);
  if (outage === 'halted') cluster.resume(leader);
  else cluster.revive(leader);
  const after = await cluster.settled(90_000);
  return {
    outage,
    awayMs: back - Math.min(at, firstFailed),
    sinceOutageMs: back - at,
    failedWrites: failed.length,
    fallen: leader,
    newLeader: after.leader,
    isReachable: await hears(pool),
  };
}

/** Failed because the database was away; that an earlier press still runs (409) is another matter. */
function isAway({ isGood, what }: Write): boolean {
  return !isGood && !what.startsWith('409') && !what.includes('gateway-unreachable');
}

async function firstGood({ writes }: Load, since: number): Promise<number> {
  const until = since + 120_000;
  while (Date.now() < until) {
    // Sent after the blow: nobody but a new primary can have taken it.
    const good = writes.filter((one) => one.isGood && one.began >= since).map(({ ended }) => ended);
    if (good.length > 0) return Math.min(...good);
    await pause(50);
  }
  throw new Error('No write went well within two minutes of the blow');
}

async function hears(pool: Pool): Promise<boolean> {
  for (let look = 0; look < 40; look += 1) {
    const { rowCount } = await pool
      .query(`select 1 from pg_stat_activity where application_name = 'matricula-signals'`)
      .catch(() => ({ rowCount: 0 }));
    if (rowCount !== 0) return true;
    await pause(250);
  }
  return false;
}

/** Standbys that nothing waits for: what is answered may be lost with the primary. */
export async function releaseLoad(cluster: Cluster, pool: Pool): Promise<void> {
  await cluster.releaseLoad();
  for (let look = 0; look < 60; look += 1) {
    const { rows } = await pool.query<{ names: string }>(
      `select current_setting('synchronous_standby_names') as names`,
    );
    if (rows[0]?.names === '') return;
    await pause(500);
  }
  throw new Error('The standbys are still waited for');
}
