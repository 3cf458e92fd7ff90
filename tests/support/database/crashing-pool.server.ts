import type pg from 'pg';

/** The process is dead: whoever asks the database anything hears this. */
class Killed extends Error {
  constructor() {
    super('killed');
  }
}

/**
 * A pool of a process that dies at one of its statements: just before it is sent, or once it is done and before anybody
 * hears of it. From then on nothing is sent any more, and its connections break, so that the server undoes what was begun.
 */
export interface CrashingPool {
  readonly pool: pg.Pool;
  /** Statements that were sent, in their order. */
  readonly sent: readonly string[];
  readonly isDead: () => boolean;
}

export function crashingPool(
  pool: pg.Pool,
  at: { readonly statement: number; readonly when: 'before' | 'after' },
): CrashingPool {
  const sent: string[] = [];
  let isDead = false;
  let asked = 0;

  async function send(client: pg.PoolClient, query: pg.QueryConfig): Promise<unknown> {
    asked += 1;
    const isLast = asked === at.statement;
    if (isLast && at.when === 'before') isDead = true;
    if (isDead) throw new Killed();
    sent.push(query.text);
    const answer: unknown = await client.query(query);
    if (isLast) isDead = true;
    if (isDead) throw new Killed();
    return answer;
  }

  const dying = new Proxy(pool, {
    get(target, key) {
      if (key === 'connect')
        return async () => {
          if (isDead) throw new Killed();
          return guarded(await target.connect(), send, () => isDead);
        };
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { pool: dying, sent, isDead: () => isDead };
}

function guarded(
  client: pg.PoolClient,
  send: (client: pg.PoolClient, query: pg.QueryConfig) => Promise<unknown>,
  isDead: () => boolean,
): pg.PoolClient {
  return new Proxy(client, {
    get(target, key) {
      if (key === 'query') return (query: pg.QueryConfig) => send(target, query);
      // A connection of the dead breaks, and is nobody's any more.
      if (key === 'release') return () => target.release(isDead());
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
