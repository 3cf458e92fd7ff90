import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Country, Locale } from '#src/kernel/locale/locale.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import type { AttemptState } from '../database/index.ts';
import type { OrderState } from './order-states.ts';

/** A purchase with its frozen price. Amounts are minor units. */
export interface Order {
  readonly id: string;
  /** Grows by one; inside only: to a buyer it would tell how many were sold. */
  readonly number: bigint;
  /** By which buyers and staff name it, e.g. `BCD-FGH`: random, unique, and no access to anything. */
  readonly reference: string;
  readonly sessionId: string;
  readonly leadId: string;
  readonly quoteId: string;
  readonly brand: string;
  readonly variant: string | null;
  readonly business: string;
  readonly productCode: string;
  readonly planId: string;
  readonly market: Country;
  readonly locale: Locale;
  readonly currency: Currency;
  readonly total: bigint;
  /** How much of `total` has been captured so far. */
  readonly received: bigint;
  /** How much of `received` has gone back by refunds and disputes. */
  readonly returned: bigint;
  readonly state: OrderState;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  /** The number by which analytics knows the buyer's browser, when they agreed to that. */
  readonly analyticsClientId?: string | null;
  /** Until when its parts that are reserved or taken are kept for the buyer to pay the rest; null = nothing is kept so. */
  readonly holdExpiresAt?: Date | null;
  /** The subscription whose billing period it pays; null for an order that begins one or has none. */
  readonly subscriptionId?: string | null;
}

/** An attempt as pages show it. */
export interface AttemptView {
  readonly id: string;
  readonly rail: string;
  /** Its gateway. */
  readonly gateway?: string;
  readonly method: string;
  readonly state: AttemptState;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly installments: number;
  /** Brand and last digits of a card and the like, as the rail kept them. */
  readonly kept: JsonObject;
  readonly instructions: JsonObject | null;
  readonly nextAction: JsonObject | null;
  readonly declineCode: string | null;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

/** How one part of a price stands that several tenders pay. */
export type PartStatus =
  /** It starts when the parts before it stand. */
  | 'in-line'
  /** Its gateway is being asked, or has not said yet. */
  | 'under-way'
  /** The buyer has to act: a bank's question, a code, a slip. */
  | 'waits-for-buyer'
  /** Its money is reserved, and taken when the whole price is there. */
  | 'reserved'
  | 'taken'
  /** It brings nothing: refused, expired or never begun. */
  | 'refused';

/** One part of a split order. Amounts are minor units. */
export interface PartView {
  readonly attemptId: string;
  readonly tenderId: string;
  readonly rail: string;
  readonly method: string;
  /** Its part of the price. */
  readonly principal: bigint;
  /** Interest of its installments. */
  readonly interest: bigint;
  readonly installments: number;
  /** Brand and last digits of a card and the like, as the rail kept them. */
  readonly kept: JsonObject;
  readonly standing: PartStatus;
  readonly declineCode: string | null;
  readonly expiresAt: Date;
}

/**
 * How an order stands as a whole whose price several tenders pay:
 * - `paid`: every part is taken; `under-way`: gateways are being asked, nobody has to act
 * - `waits-for-buyer`: a part waits for them (what they must do is the first of the view's attempts)
 * - `held`: a part was refused, the others are kept until `heldUntil` while the buyer pays `owed` in another way
 * - `declined`: nothing is kept, the whole price is owed; `undone`: the time is over, what was kept went back
 */
export type SplitPaymentStatus = 'paid' | 'under-way' | 'waits-for-buyer' | 'held' | 'declined' | 'undone';

/** Payment of an order by several tenders, or by one for what others have left. */
export interface SplitView {
  readonly standing: SplitPaymentStatus;
  /** Parts that count, in the order in which they start, and those that were refused since the last that stands. */
  readonly parts: readonly PartView[];
  /** Reserved and taken of the price so far. */
  readonly held: bigint;
  /** Until when that is held: the end of the hold window, or the expiry of a part that waits for its buyer. */
  readonly heldUntil: Date | null;
  /** The amount that no part pays: what the next tenders must sum to. */
  readonly owed: bigint;
}

/** An order with its attempts, newest first; with several tenders the one that the buyer has to see comes first. */
export interface OrderView {
  readonly order: Order;
  readonly attempts: readonly AttemptView[];
  /** Present when several tenders pay it. */
  readonly split?: SplitView;
}
