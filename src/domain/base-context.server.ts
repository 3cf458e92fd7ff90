import type { Kysely, Transaction } from 'kysely';
import type { SigningKey } from '#src/kernel/crypto/signing-key.server.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { Database } from './database/index.server.ts';

/** A use case's database handle: the pool, or the transaction that it is part of. */
export type Db = Kysely<Database> | Transaction<Database>;

/** Work for later, written in the same transaction as its cause. At least once: every job is idempotent. */
export interface JobQueue {
  send(
    db: Transaction<Database> | Kysely<Database>,
    job: string,
    data: Readonly<Record<string, string>>,
    options?: { readonly startAfterSeconds?: number },
  ): Promise<void>;
}

/** Tells whoever watches an order (status streams) that it changed. Never carries data: the watcher reads the rows. */
export interface OrderSignals {
  orderChanged(orderId: string): void;
  onOrder(orderId: string, listener: () => void): () => void;
}

/** What a use case may say to the log: an event name and fields of the log's allow-list; a thrown thing as `error`. */
export interface DomainLog {
  info(event: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(event: string, fields?: Readonly<Record<string, unknown>>): void;
  error(event: string, fields?: Readonly<Record<string, unknown>>): void;
}

export interface DomainConfig {
  /** Origin of the checkout as buyers and gateways reach it. */
  readonly publicOrigin: string;
  /** How long a shown price holds, in seconds. */
  readonly quoteLifetimeSeconds: number;
  /** Refused tries on one order before a pause. */
  readonly maxDeclinedAttempts: number;
  /** How long that pause lasts, in seconds. */
  readonly declinePauseSeconds: number;
  /** Key of the hashes that are kept of codes sent to phones, and of what their limits are counted by. */
  readonly codeKey: string;
  /** Keys of what is sealed for longer than a purchase: the first seals, all open. Absent: `codeKey` alone. */
  readonly encryptionKeys?: readonly string[];
  /**
   * Present where strangers are kept from trying means of payment, words and codes (`domain/defences`). Outside production
   * whoever has no address on the internet is rehearsing and counts for nothing: `countsPrivateAddresses` is false there.
   */
  readonly risk?: { readonly countsPrivateAddresses: boolean };
}

/**
 * What every use case needs from outside, whatever its area. Each area adds its own ports in its `context.server.ts`, in the
 * order of the areas, so that no area knows the types of one that stands above it.
 */
export interface BaseContext {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly log: DomainLog;
  readonly jobs: JobQueue;
  readonly signals: OrderSignals;
  readonly config: DomainConfig;
  /** The key that seals the proofs of sales. */
  readonly signingKey?: SigningKey;
  /** Named places where chaos tests stop the process; does nothing otherwise. */
  readonly crashPoint: (name: string) => void;
}
