import {
  type Compilable,
  CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  Transaction,
} from 'kysely';

/** What a transaction over a pipeline needs of the Kysely that it belongs to. */
interface Parts {
  readonly dialect: Dialect;
  readonly driver: Driver;
}

const partsOf = new WeakMap<object, Parts>();
const pipelines = new WeakMap<object, Pipeline>();

/** Somebody who was not waited for asks on: the connection is another's by now, and what they ask must not happen there. */
class TransactionOver extends Error {
  constructor() {
    super('The transaction that this was asked in is over');
  }
}

/** A connection that tells of failures in the order in which they come, whoever waits for the answers. */
function watched(connection: DatabaseConnection, failed: (error: unknown) => void): DatabaseConnection {
  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      try {
        return await connection.executeQuery<R>(query);
      } catch (error) {
        failed(error);
        throw error;
      }
    },
    streamQuery: (query, size) => connection.streamQuery(query, size),
  };
}

/**
 * One transaction's statements on one connection, in the order in which they were asked. Statements that are asked
 * together (`Promise.all`) travel together, and one that was left for `later` travels with the next that is asked, or
 * with the commit: each journey saved is a system call and a wake-up less on both sides. What fails first is what the
 * transaction fails with, whoever waited for it.
 */
class Pipeline implements ConnectionProvider {
  readonly #connection: DatabaseConnection;
  readonly #watched: DatabaseConnection;
  #waiting: CompiledQuery[];
  /** Settles when everything that was left for later and sent has been answered. Never rejects. */
  #sent: Promise<unknown> = Promise.resolve();
  #failure: { readonly error: unknown } | null = null;
  #hasBegun = false;
  #isOver = false;

  constructor(connection: DatabaseConnection, first: CompiledQuery) {
    this.#connection = connection;
    this.#watched = watched(connection, (error) => {
      this.#failure ??= { error };
    });
    this.#waiting = [first];
  }

  later(query: CompiledQuery): void {
    if (this.#isOver) throw new TransactionOver();
    this.#waiting.push(query);
  }

  async provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    if (this.#isOver) throw new TransactionOver();
    return this.#ask(consumer);
  }

  async #ask<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    this.#sendWaiting();
    const before = this.#sent;
    try {
      const answer = await consumer(this.#watched);
      await before;
      if (this.#failure) throw this.#failure.error;
      return answer;
    } catch (error) {
      await before;
      this.#failure ??= { error };
      throw this.#failure.error;
    }
  }

  /** Commits with what still waits; throws what any statement failed with, and then nothing was written. */
  async commit(driver: Driver): Promise<void> {
    this.#isOver = true;
    await this.#ask((connection) => driver.commitTransaction(connection));
  }

  /** Undoes what was sent and forgets what was not. */
  async rollback(driver: Driver): Promise<void> {
    this.#isOver = true;
    this.#waiting = [];
    if (!this.#hasBegun) return;
    await this.#sent;
    await driver.rollbackTransaction(this.#connection);
  }

  #sendWaiting(): void {
    if (this.#waiting.length === 0) return;
    this.#hasBegun = true;
    const answers = this.#waiting.splice(0).map((query) => this.#watched.executeQuery(query).catch(() => undefined));
    this.#sent = Promise.all([this.#sent, ...answers]);
  }
}

/** A Kysely whose transactions run as pipelines. */
export function pipelinedKysely<DB>(dialect: Dialect): Kysely<DB> {
  const driver = dialect.createDriver();
  const one: Dialect = {
    createDriver: () => driver,
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
  const db = new Kysely<DB>({ dialect: one });
  partsOf.set(db, { dialect: one, driver });
  return db;
}

/** Runs `work` in one transaction of a `pipelinedKysely`; null when `db` is another. `begin` is its first statement. */
export function pipelined<DB, T>(
  db: Kysely<DB>,
  begin: string,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> | null {
  const parts = partsOf.get(db);
  if (parts === undefined) return null;
  const { dialect, driver } = parts;
  const executor = db.getExecutor();
  return executor.provideConnection(async (connection) => {
    const pipeline = new Pipeline(connection, CompiledQuery.raw(begin));
    const config = { dialect };
    const trx = new Transaction<DB>({ config, dialect, driver, executor: executor.withConnectionProvider(pipeline) });
    pipelines.set(trx, pipeline);
    try {
      const result = await work(trx);
      await pipeline.commit(driver);
      return result;
    } catch (error) {
      await pipeline.rollback(driver).catch(() => undefined);
      throw error;
    }
  });
}

/**
 * Asks several questions on one connection, which all travel together where `ask` asks them together. Each sees what is
 * there when its turn comes: it is no transaction. Over a Kysely of another making they are asked as usual.
 */
export function together<DB, T>(db: Kysely<DB>, ask: (one: Kysely<DB>) => Promise<T>): Promise<T> {
  const parts = partsOf.get(db);
  if (parts === undefined) return ask(db);
  const executor = db.getExecutor();
  return executor.provideConnection((connection) => {
    const provider = { provideConnection: <R>(use: (one: DatabaseConnection) => Promise<R>) => use(connection) };
    const config = { dialect: parts.dialect };
    return ask(new Kysely<DB>({ ...parts, config, executor: executor.withConnectionProvider(provider) }));
  });
}

/**
 * A statement whose answer nobody needs: it is sent with the transaction's next one or with its commit, in its place in
 * the order, and its failure fails the transaction there. Outside a pipeline it runs at once.
 */
export async function later(
  db: { executeQuery(query: CompiledQuery): Promise<unknown> },
  query: CompiledQuery | (Compilable & { execute(): Promise<unknown> }),
): Promise<void> {
  const pipeline = pipelines.get(db);
  if ('compile' in query) {
    if (pipeline) pipeline.later(query.compile());
    else await query.execute();
  } else if (pipeline) pipeline.later(query);
  else await db.executeQuery(query);
}
