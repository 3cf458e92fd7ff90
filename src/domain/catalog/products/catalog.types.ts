import type { Country } from '#src/kernel/locale/locale.ts';
import type { Money } from '#src/kernel/money/money.ts';

/** The specification's plan types. */
export const planTypes = ['yearly', 'recurrency', 'monthly', 'semester'] as const;
export type PlanType = (typeof planTypes)[number];

/** What is for sale, as one brand (and variant) sells it. */
export interface Product {
  /** Short word of links and of the specification's product keys, e.g. `ms`. */
  readonly key: string;
  /** Name in the API's paths: `/api/v1/product/{code}`. */
  readonly code: string;
  /** Words by which a link's `productSlug` may name it. */
  readonly slugs: readonly string[];
  /** A slug that is this product's code stays as it is: the business's slug rule does not cut it. */
  readonly keepsSlug: boolean;
  /** The selling unit in requests: one of the specification's businesses. */
  readonly business: string;
  readonly title: string;
  readonly description: string | null;
  /** What is part of it, in short lines; absent where the brand says none. */
  readonly includes?: readonly string[];
  /** In the order in which they are offered; never empty. */
  readonly plans: readonly Plan[];
}

/** One price at which a product is sold in one market. */
export interface Plan {
  /** The id for the environment that runs; links, requests and orders carry it. */
  readonly id: string;
  /** The same in every environment. */
  readonly code: string;
  readonly name: string;
  readonly planType: PlanType;
  readonly market: Country;
  /** What the buyer owes for the whole term before vouchers and interest, charged at once. */
  readonly price: Money;
  /** List price, shown struck through when above `price`. */
  readonly standardPrice: Money;
  /** Months that the term has: 12 for a year. */
  readonly cycles: number;
  /** `price` per month, for display: `cycles` times this is `price`. */
  readonly cyclePrice: Money;
  /** In the order in which they are offered; inactive ones are known to the words but never offered. */
  readonly methods: readonly PlanMethod[];
  /** How the buyer's bank may split the amount; `null` when the plan has no installments. */
  readonly installments: InstallmentRule | null;
  /** Free time at the start, or `null`; the price is for the `cycles` that follow it. */
  readonly trial: Trial | null;
  /** The lot of an event's tickets that this plan sells, or `null` when it sells no tickets. */
  readonly ticketLot: TicketLot | null;
  /** Whether it goes on term after term; absent: its type and its months say so. */
  readonly renews?: boolean;
  /** What it costs for several people, fewest first; empty when it is sold for one only. */
  readonly profiles: readonly ProfilePrice[];
  /** What may be added to it before paying, in the order in which it is offered. */
  readonly bumps: readonly OrderBump[];
}

/** A plan's price for several people at once. */
export interface ProfilePrice {
  /** The buyer included: 2 or more. */
  readonly count: number;
  /** What the people beyond the first are called on the receipt, in the brand's language. */
  readonly title: string;
  /** For the whole term and everybody; above the price for fewer people. */
  readonly price: Money;
}

/** Something small that is offered beside a plan and becomes a line of the same order. It is never taken beforehand. */
export interface OrderBump {
  /** The same in every environment; also the code of the product that is delivered. */
  readonly code: string;
  /** The id for the environment that runs. */
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly price: Money;
  /** List price, shown struck through when above `price`. */
  readonly standardPrice: Money;
}

/** Free time at the start of a plan, in calendar days or months of the market's zone. */
export interface Trial {
  readonly unit: 'day' | 'month';
  readonly count: number;
}

/** Tickets that are sold at one price until their seats are gone or their time is over; then the next lot is sold. */
export interface TicketLot {
  /** 1 for the first lot. */
  readonly number: number;
  readonly seats: number;
  /** First instant at which the lot is no longer sold (UTC), or `null` when only its seats end it. */
  readonly until: Date | null;
}

/** What a payment after its due date costs more, by decimal percentages in text: `2.00` once, `1.00` a month by day. */
export interface LateFeeTerms {
  /** At most 2 % to consumers (CDC art. 52, § 1). */
  readonly fine: string;
  readonly monthlyInterest: string;
}

/** A way to pay that a plan knows. */
export interface PlanMethod {
  /** The specification's word for the method. */
  readonly method: string;
  readonly active: boolean;
  /** The plan id under which the method is sold; the plan's own unless the market numbers them apart. */
  readonly planId: string;
  /** Null or absent: after its due date it is not taken, or costs the same. */
  readonly late?: LateFeeTerms | null;
}

/** How an amount may be split over a buyer's monthly bills. */
export interface InstallmentRule {
  /** The most installments. */
  readonly max: number;
  /** Interest per month as a decimal fraction in text, e.g. `0.0199` (Tabela Price); `0` is interest free. */
  readonly monthlyRate: string;
  /** The least that one installment may be. */
  readonly minimum: Money;
}

interface VoucherTerms {
  /** As it is written in links and shown; compared without regard to case or blanks around it. */
  readonly code: string;
  /** How many orders may use it, or `null` for any number. */
  readonly limit: number | null;
  /** First instant at which it holds (UTC), or `null` for always. */
  readonly validFrom: Date | null;
  /** First instant at which it no longer holds (UTC), or `null` for never. */
  readonly validUntil: Date | null;
  /** Plan codes it is for, or `null` for every plan. */
  readonly plans: readonly string[] | null;
  /** Product codes it is for, or `null` for every product. */
  readonly products: readonly string[] | null;
  /** It lowers every term of a plan that goes on; absent: the first one only. */
  readonly everyTerm?: boolean;
}

/** A discount word (never the bank slip). A percentage is in hundredths of a percent: 50 % is 5000. */
export type Voucher =
  | (VoucherTerms & { readonly kind: 'amount'; readonly amount: Money })
  | (VoucherTerms & { readonly kind: 'percent'; readonly basisPoints: number });
