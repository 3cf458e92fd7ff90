import { err, ok, type Result } from '../../kernel/result/result.ts';
import { addressIn, type DatabaseLock, ensureDatabase, probe, acquireProductLock } from './product-lock.server.ts';
import type { DatabaseProblem } from './database-problem.server.ts';
import type { DatabaseAddress, HostAddress } from '../../kernel/db/pool.server.ts';
import { type PostgresFolders, preparePostgresFolders } from './postgres-folders.server.ts';
import {
  ensureData,
  removeListenAddress,
  newListenAddress,
  startServer,
  stopServer,
  SUPERUSER,
  sweep,
} from './postgres-process.server.ts';
import { type ListenAddress, readPostmaster } from './postmaster-file.server.ts';

const DATABASE = 'matricula';
/** A recovery after a crash reads the log since the last checkpoint: seconds, on a slow disk perhaps a minute. */
const START_PATIENCE_MS = 90_000;
/** How long a process that was killed a moment ago may still appear to hold the lock. */
const LOCK_PATIENCE_MS = 2_000;

export interface EmbeddedOptions {
  readonly dataDir: string;
  /** Whether `dataDir` is the default; only then may the database move to a folder that its user can reach. */
  readonly dataDirIsDefault: boolean;
  /** The folder for the database as root; see `preparePostgresFolders`. */
  readonly openFolder?: string;
  /** Further settings of PostgreSQL. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly say?: (
    event: 'database-moved' | 'database-adopted' | 'database-lost' | 'database-regained',
    folder: string,
  ) => void;
}

export interface EmbeddedPostgres {
  /** In the superuser's role, which owns everything. */
  readonly address: HostAddress;
  /** The data folder. */
  readonly folder: string;
  readonly stop: () => Promise<void>;
}

/** A running server, started by this process or another. */
export interface RunningPostgres {
  readonly home: PostgresFolders;
  readonly listenAddress: ListenAddress;
  readonly maintenance: DatabaseAddress;
  /** Whether it was already running. */
  readonly adopted: boolean;
}

/**
 * Starts the product's embedded PostgreSQL on a folder of its own, or uses the one that a killed process left running
 * there, and holds a lock on it: a second product on the same data gets `already-running`. A server that crashes meanwhile
 * is started again at the same address.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedOptions,
): Promise<Result<EmbeddedPostgres, DatabaseProblem>> {
  const started = await startServerOnFolder(options);
  if (!started.ok) return started;
  const { home, listenAddress, maintenance } = started.value;
  let stopping = false;
  let lock: DatabaseLock | null = null;
  let regaining: Promise<void> = Promise.resolve();

  async function regain(): Promise<void> {
    options.say?.('database-lost', home.folder);
    while (!stopping) {
      const again = await startServerAt(home, options.settings ?? {}, listenAddress);
      if (again.ok) lock = await acquireProductLock(maintenance, { waitMs: 0, onLost }).catch(() => null);
      if (lock !== null) return options.say?.('database-regained', home.folder);
      await pause(500);
    }
  }
  function onLost(): void {
    lock = null;
    if (!stopping) regaining = regain();
  }

  lock = await acquireProductLock(maintenance, { waitMs: LOCK_PATIENCE_MS, onLost });
  if (lock === null) {
    return err({
      code: 'already-running',
      message: `The product is already running on the data in ${home.folder}. Stop it first, or give this one a DATA_DIR of its own.`,
    });
  }
  await ensureDatabase(maintenance, DATABASE);
  if (home.moved) options.say?.('database-moved', home.folder);
  if (started.value.adopted) options.say?.('database-adopted', home.folder);
  return ok({
    address: addressIn(DATABASE, listenAddress, { user: SUPERUSER, password: home.password }),
    folder: home.folder,
    async stop() {
      stopping = true;
      await regaining;
      if (lock === null) return;
      await lock.release();
      await stopServer(home, listenAddress);
    },
  });
}

/** Prepares the folder and starts a server on it without taking the product's lock. */
export async function startServerOnFolder(options: EmbeddedOptions): Promise<Result<RunningPostgres, DatabaseProblem>> {
  const prepared = await preparePostgresFolders(options);
  if (!prepared.ok) return prepared;
  const home = prepared.value;
  await sweep(home);
  const problem = await ensureData(home);
  return problem === null ? await startServerAt(home, options.settings ?? {}, null) : err(problem);
}

/**
 * Uses the running server, else starts one, until a server answers. Repeats because the first start right after a kill may
 * fail (the killed server's last processes still hold its memory), and because another process may start one first.
 */
async function startServerAt(
  home: PostgresFolders,
  settings: Readonly<Record<string, string>>,
  wanted: ListenAddress | null,
): Promise<Result<RunningPostgres, DatabaseProblem>> {
  let fresh: ListenAddress | null = wanted;
  let failure = 'It did not answer.';
  for (const deadline = performance.now() + START_PATIENCE_MS; performance.now() < deadline; await pause(100)) {
    let listenAddress = await readPostmaster(home);
    const adopted = listenAddress !== null;
    if (listenAddress === null) {
      fresh ??= await newListenAddress(home);
      const failed = await startServer(home, fresh, settings);
      if (failed !== null) failure = failed;
      listenAddress = failed === null ? fresh : null;
    }
    if (listenAddress === null) continue;
    const maintenance = addressIn('postgres', listenAddress, { user: SUPERUSER, password: home.password });
    if ((await probe(maintenance)) === 'wait') continue;
    if (fresh !== null && fresh.host !== listenAddress.host) await removeListenAddress(fresh);
    return ok({ home, listenAddress, maintenance, adopted });
  }
  return err({
    code: 'database-did-not-start',
    message: `PostgreSQL did not start on ${home.data}; its log is ${home.logFile}. ${failure}`,
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, ms));
}
