import { createHash } from 'node:crypto';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { runGuarded, isSpent } from './writable-session.server.ts';

/** Texts beyond this number run unnamed: each name keeps a plan in every connection. */
const MAX_NAMES = 500;
/** A statement with more parameters holds a list: each list length is another text, and would use up the names. */
const MAX_PARAMETERS = 100;

/** Statements without parameters that are certainly single, and frequent enough for a name. */
const singles = new Set(['begin', 'commit', 'rollback']);

/**
 * A statement's name is a generation and a hash of its text: a pooler may hand one server connection to several processes,
 * and a name by order would then execute the statement that another process prepared under it. A migration that changes a
 * result's columns makes prepared statements stale; the next generation prepares all of them anew in every connection.
 */
const names = new Map<string, string>();
let generation = 0;

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_NAMES) return known;
  const name = `s${generation}_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
  names.set(text, name);
  return name;
}

/** Begins the next generation, unless another connection already did so since `name` was given. */
function renewNames(name: string, text: string): void {
  if (names.get(text) !== name) return;
  generation += 1;
  names.clear();
}

/**
 * Whether a statement failed because its prepared plan became stale: "cached plan must not change result type". The text
 * comes in the server's language, so the server's routine is compared (`RevalidateCachedQuery` in plancache.c).
 */
export function isStalePlan(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('routine' in error)) return false;
  return error.code === '0A000' && error.routine === 'RevalidateCachedQuery';
}

/**
 * Runs a query by name. Outside a transaction a stale one runs again under its next name, since the server has done
 * nothing; inside, the whole transaction has failed and `transaction` runs it again.
 */
async function runNamed<R>(
  client: pg.PoolClient,
  text: string,
  values: readonly unknown[],
): Promise<PostgresQueryResult<R>> {
  const name = nameOf(text);
  if (name === undefined) return run(client, { text, values: [...values] });
  try {
    return await run(client, { name, text, values: [...values] });
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    renewNames(name, text);
    if (client.getTransactionStatus() !== 'I') throw error;
    return run(client, { name: nameOf(text), text, values: [...values] });
  }
}

async function run<R>(client: pg.PoolClient, query: pg.QueryConfig): Promise<PostgresQueryResult<R>> {
  const { command, rowCount, rows } = await runGuarded(client, () => client.query<pg.QueryResultRow>(query));
  return { command: command as PostgresQueryResult<R>['command'], rowCount: rowCount ?? 0, rows: rows as R[] };
}

/**
 * A pool whose parameterised queries run as named prepared statements: parsed and planned once per connection
 * instead of at each call (about half the cost of a small query). A query without parameters stays unnamed,
 * because only the unnamed protocol takes several statements in one text. `isNamed` false: every query is unnamed, for
 * connections that a pooler shares; there a name that an earlier process prepared is refused (`42P05`).
 */
export function namedStatements(pool: pg.Pool, { isNamed = true }: { readonly isNamed?: boolean } = {}): PostgresPool {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();

  function wrap(client: pg.PoolClient): PostgresPoolClient {
    function query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
    function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
    function query<R>(
      text: string | PostgresCursor<R>,
      parameters: readonly unknown[] = [],
    ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
      if (typeof text !== 'string') throw new TypeError('Cursors are not used here');
      const isWorthIt = (parameters.length > 0 && parameters.length <= MAX_PARAMETERS) || singles.has(text);
      return isNamed && isWorthIt
        ? runNamed<R>(client, text, parameters)
        : run<R>(client, { text, values: [...parameters] });
    }
    // A connection to a server that is not the primary any more is closed instead of returned.
    return { query, release: (destroy) => client.release(isSpent(client) ? true : destroy) };
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      let known = wrapped.get(client);
      if (known === undefined) {
        known = wrap(client);
        wrapped.set(client, known);
      }
      return known;
    },
  };
}
