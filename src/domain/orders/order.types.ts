import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Country, Locale } from '#src/kernel/locale/locale.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import type { OrderState } from './order-states.ts';

/** What a buyer agreed to buy, with its frozen price. Amounts are minor units. */
export interface Order {
  readonly id: string;
  /** Grows by one; for people and paper, never for access. */
  readonly number: bigint;
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
}

/** What the screens may know of one attempt. */
export interface AttemptView {
  readonly id: string;
  readonly rail: string;
  readonly method: string;
  readonly state: string;
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

/** An order with its attempts, newest first. */
export interface OrderView {
  readonly order: Order;
  readonly attempts: readonly AttemptView[];
}
