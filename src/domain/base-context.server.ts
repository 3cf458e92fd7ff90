import type { Kysely, Transaction } from 'kysely';
import type { SigningKey } from '#src/kernel/crypto/signing-key.server.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { Database } from './database/index.server.ts';
import type { JobData, JobName } from './job-data.ts';

/** A use case's database handle: the pool, or the transaction that it is part of. */
export type Db = Kysely<Database> | Transaction<Database>;

/**
 * What a caller writes in the transaction of a command's effect, e.g. its audit entry: both stay, or neither. It is not called
 * when the command changes nothing, and it may run again with its transaction, so it does nothing outside.
 */
export type OnWritten = (trx: Db) => Promise<void>;

/** Jobs, written in the same transaction as their cause. They run at least once: every job is idempotent. */
export interface JobQueue {
  send<Name extends JobName>(
    db: Db,
    job: Name,
    data: JobData[Name],
    options?: { readonly startAfterSeconds?: number },
  ): Promise<void>;
}

/** Signals to the listeners of an order (status streams) that it changed. Without data: the listener reads the rows. */
export interface OrderSignals {
  orderChanged(orderId: string): void;
  onOrder(orderId: string, listener: () => void): () => void;
}

/** Lists of the staff's console whose open pages ask again after a change, whichever process made it. */
export type StaffList = 'tasks' | 'exports';

/** Signals to the console's open pages. To call after the change was committed; without data, and it may be lost. */
export interface StaffSignals {
  listChanged(list: StaffList): void;
}

/** The log of a use case: an event name and fields of the log's allow-list; an exception as `error`. */
export interface DomainLog {
  info(event: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(event: string, fields?: Readonly<Record<string, unknown>>): void;
  error(event: string, fields?: Readonly<Record<string, unknown>>): void;
}

export interface DomainConfig {
  /** Origin of the checkout as buyers and gateways reach it. */
  readonly publicOrigin: string;
  /** Life of a quote, in seconds. */
  readonly quoteLifetimeSeconds: number;
  /** Declined attempts on one order before a pause. */
  readonly maxDeclinedAttempts: number;
  /** How long that pause lasts, in seconds. */
  readonly declinePauseSeconds: number;
  /** Key of the hashes of phone codes, and of the subjects of their limits. */
  readonly codeKey: string;
  /** Keys of long-term encryption: the first encrypts, all decrypt. Absent: `codeKey` alone. */
  readonly encryptionKeys?: readonly string[];
  /**
   * Present where the risk checks of cards, voucher codes and phone codes run (`domain/risk`). Outside production private
   * addresses belong to tests and are not counted: `countsPrivateAddresses` is false there.
   */
  readonly risk?: { readonly countsPrivateAddresses: boolean };
}

/**
 * The context of every use case, whatever its area. Each area adds its own ports in its `context.server.ts`, in the
 * order of the areas, so that no area knows the types of one that stands above it.
 */
export interface BaseContext {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly log: DomainLog;
  readonly jobs: JobQueue;
  readonly signals: OrderSignals;
  readonly staffSignals: StaffSignals;
  readonly config: DomainConfig;
  /** The key that signs audit trails and ledger days. */
  readonly signingKey?: SigningKey;
  /** Named places where chaos tests stop the process; does nothing otherwise. */
  readonly crashPoint: (name: string) => void;
}
