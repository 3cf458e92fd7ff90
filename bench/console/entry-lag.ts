import type pg from 'pg';

const everyMs = 200;

/** Watches how long after its beginning an order's entry can be found. */
export interface EntryLag {
  /** Seconds of every order since the last call, each at most 0.2 too many; an order without an entry counts by its age. */
  take(): Promise<readonly number[]>;
  stop(): void;
}

export function watchEntryLag(pool: pg.Pool): EntryLag {
  const seen = new Set<string>();
  let lags: number[] = [];
  let last: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    const { rows } = await pool.query<{ number: string; seconds: number }>(
      `select o.number::text as number, extract(epoch from clock_timestamp() - o.created_at)::float8 as seconds
        from orders o join sale_search s on s.number = o.number where o.created_at > now() - interval '30 s'`,
    );
    for (const { number, seconds } of rows) {
      if (seen.has(number)) continue;
      seen.add(number);
      lags.push(seconds);
    }
  };
  const timer = setInterval(() => {
    last = last.then(look);
  }, everyMs);
  return {
    async take() {
      await (last = last.then(look));
      const { rows } = await pool.query<{ seconds: number }>(
        `select extract(epoch from clock_timestamp() - o.created_at)::float8 as seconds from orders o
          where not exists (select from sale_search s where s.number = o.number)`,
      );
      const taken = [...lags, ...rows.map(({ seconds }) => seconds)];
      lags = [];
      return taken;
    },
    stop: () => clearInterval(timer),
  };
}
