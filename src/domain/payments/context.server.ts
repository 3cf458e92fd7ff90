import type { Money } from '#src/kernel/money/money.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '../base-context.server.ts';
import type { CustomersContext } from '../customers/context.server.ts';
import type { Order } from '../orders/index.ts';
import type { GatewayDirectory, RailDirectory } from './ports/directories.port.ts';

/** Part of the transaction of the fact that it follows from; the caller holds the order's lock. */
export type OrderHandler = (ctx: PaymentsContext, trx: Db, order: Order, now: Date) => Promise<void>;

/** Free time that an order begins: what goes on when it is over. */
export interface AcceptedTrial {
  /** What each billing period costs then. */
  readonly price: Money;
  readonly people: number;
  readonly installments: number;
  /** The kept instrument that is charged; null: the one of the order's payment, or an invoice. */
  readonly profileId: string | null;
  /** The day from which its days were counted when they were agreed to; absent: today. */
  readonly startsOn?: LocalDate;
}

/** What follows a billing period that is paid for today. */
export interface NextPeriodTerms {
  /** The plan of the next period, and what that costs. */
  readonly planId: string;
  readonly price: Money;
  readonly periodMonths: number;
  /** The day on which the next period falls due, in the market. */
  readonly firstDueOn: LocalDate;
}

/**
 * What areas above payments do when money moves. Composed in one place, `server/domain-handlers`, so that payments knows none
 * of them. Lists run in their order, and everything here is part of the transaction that it is called in.
 */
export interface DomainHandlers {
  /** The buyer has paid, or nothing was owed. Once per order. */
  readonly onOrderPaid: readonly OrderHandler[];
  /** All of an order's money went back. */
  readonly onOrderRefunded: readonly OrderHandler[];
  /** An order took the place of another that is billed, in the same session; the caller holds both locks. */
  readonly onOrderReplaced: (trx: Db, replaced: Order, order: Order) => Promise<void>;
  /** Free time was accepted, and begins. */
  readonly onTrialAccepted: (ctx: PaymentsContext, trx: Db, order: Order, trial: AcceptedTrial) => Promise<void>;
  /** A mandate that was asked for with an order was approved, or has ended. */
  readonly onMandateChanged: (ctx: PaymentsContext, trx: Db, orderId: string, mandateId: string) => Promise<void>;
  /** A payment profile was saved. It may replace an older one of the same card, by which subscriptions are charged. */
  readonly onProfileSaved: (trx: Db, profileId: string) => Promise<void>;
  /** The charge of a billing period, made without its buyer, was declined or ran out. */
  readonly onPeriodChargeEnded: (
    trx: Db,
    period: { readonly subscriptionId: string; readonly number: number },
    reason: string,
    now: Date,
  ) => Promise<void>;
  /** What would be charged after the billing period that an order pays; null where nothing follows. */
  readonly nextPeriodTerms: (ctx: PaymentsContext, db: Db, order: Order) => Promise<NextPeriodTerms | null>;
}

/** What a use case of payments, and of every area above it, is handed. */
export interface PaymentsContext extends CustomersContext {
  readonly rails: RailDirectory;
  readonly gateways: GatewayDirectory;
  readonly handlers: DomainHandlers;
}
