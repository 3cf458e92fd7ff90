import type { Kysely, Transaction } from 'kysely';
import type { Country } from '#src/kernel/locale/locale.ts';
import type { HouseKey } from '#src/kernel/signing/house-key.server.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { AnalyticsPort } from './analytics/index.ts';
import type { Product, Voucher } from './catalog/index.ts';
import type { PapersPort } from './contracts/index.ts';
import type { Database } from './database/index.server.ts';
import type { DunningSchedule } from './dunning/index.ts';
import type { FiscalAuthority } from './fiscal-notes/index.ts';
import type { Flow } from './flows/index.ts';
import type { FranchiseUnit } from './franchises/index.ts';
import type { PointsProgramme } from './loyalty/index.ts';
import type { OutgoingPort } from './outgoing/index.ts';
import type { GatewayPort, RailManifest, RailServer } from './payments/index.ts';
import type { SmsPort } from './phones/index.ts';
import type { ReminderSchedule } from './reminders/index.ts';
import type { TestPlace } from './places/index.ts';
import type { SubscriptionDesk } from './subscriptions/index.ts';

/** Where products, plans, vouchers and places come from: the brands' data. */
export interface CatalogPort {
  product(brand: string, variant: string | null, productCode: string): Product | null;
  /** By the word the buyer typed, without regard to case or blanks around it. */
  voucher(brand: string, variant: string | null, code: string): Voucher | null;
  /** The brand's units that teach in rooms of their own. */
  units(brand: string, variant: string | null): readonly FranchiseUnit[];
  /** Where the brand's exams are written. */
  testPlaces(brand: string, variant: string | null): readonly TestPlace[];
  /** A flow of the brand by its id; null when it has none of that id. */
  flow(brand: string, variant: string | null, flowId: string): Flow | null;
  /** What follows when a subscription's charge fails. Throws for a brand that is not there. */
  dunning(brand: string, variant: string | null): DunningSchedule;
  /** What is said to those who left before paying. Throws for a brand that is not there. */
  reminders(brand: string, variant: string | null): ReminderSchedule;
  /** Address of the school's first access page for the environment; the one-time token is appended as `token`. */
  firstAccessUrl(brand: string, variant: string | null): string;
}

/** The rails that exist, found by any of the specification's words for their methods. */
export interface RailDirectory {
  byMethod(method: string): RailManifest | null;
  byId(id: string): RailManifest | null;
  server(id: string): RailServer;
}

/** What is known of the gateway that a new attempt should or must go to. */
export interface GatewayWish {
  /** Ids of those that could not be reached for this order: taken only when nobody else is left. */
  readonly avoided?: readonly string[];
  /** The only one that can use what the buyer typed; null is the answer when it gets no new attempts now. */
  readonly only?: string;
  /** A means is to be checked without money: who can do that goes before the others. */
  readonly verifies?: true;
}

/** Which company moves the money: data per business, market and method. */
export interface GatewayDirectory {
  /** Who gets a new attempt now; null when nobody collects this. Asking changes nothing. */
  choose(business: string, market: Country, method: string, wish?: GatewayWish): GatewayPort | null;
  byId(id: string): GatewayPort | null;
  all(): readonly GatewayPort[];
}

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
  readonly quoteLifeSeconds: number;
  /** Refused tries on one order before a pause. */
  readonly maxDeclinedTries: number;
  /** How long that pause lasts, in seconds. */
  readonly declinePauseSeconds: number;
  /** Key of the hashes that are kept of codes sent to phones, and of what their limits are counted by. */
  readonly codeKey: string;
  /** Keys of what is sealed for longer than a purchase: the first seals, all open. Absent: `codeKey` alone. */
  readonly sealKeys?: readonly string[];
  /**
   * Present where strangers are kept from trying means of payment, words and codes (`domain/defences`). Outside production
   * whoever has no address on the internet is rehearsing and counts for nothing: `countsPrivate` is false there.
   */
  readonly defences?: { readonly countsPrivate: boolean };
}

/** Everything a use case needs from outside, handed in by the process that composes the product. */
export interface DomainContext {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly log: DomainLog;
  readonly catalog: CatalogPort;
  readonly rails: RailDirectory;
  readonly gateways: GatewayDirectory;
  readonly jobs: JobQueue;
  readonly signals: OrderSignals;
  readonly sms: SmsPort;
  readonly config: DomainConfig;
  /** The points programme, where there is a contract with one. */
  readonly points?: PointsProgramme | null;
  /** Whoever counts sales, where somebody does. */
  readonly analytics?: AnalyticsPort;
  /** Who outside is told of what happens; absent where nobody is. */
  readonly outgoing?: OutgoingPort;
  /** Who renews and changes subscriptions; absent where nobody does. */
  readonly subscriptionDesk?: SubscriptionDesk;
  /** The brands' terms, companies and looks, and words for papers; absent where nobody composes any. */
  readonly papers?: PapersPort;
  /** The key that seals the proofs of sales. */
  readonly houseKey?: HouseKey;
  /** Who issues fiscal notes, where there is a contract with one. */
  readonly fiscalAuthority?: FiscalAuthority | null;
  /** Named places where chaos tests stop the process; does nothing otherwise. */
  readonly crashPoint: (name: string) => void;
}

/** A use case's database handle: the pool, or the transaction that it is part of. */
export type Db = Kysely<Database> | Transaction<Database>;
