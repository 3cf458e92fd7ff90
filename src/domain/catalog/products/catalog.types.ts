import type { Country } from '#src/kernel/locale/locale.ts';
import type { Money } from '#src/kernel/money/money.ts';

/** The specification's plan types. */
export const planTypes = ['yearly', 'recurrency', 'monthly', 'semester'] as const;
export type PlanType = (typeof planTypes)[number];

/** What is for sale, as one brand (and variant) sells it. */
export interface Product {
  /** The specification's product key, as links carry it, e.g. `ms`. */
  readonly key: string;
  /** Name in the API's paths: `/api/v1/product/{code}`. */
  readonly code: string;
  /** Values of a link's `productSlug` that select it. */
  readonly slugs: readonly string[];
  /** A slug that is this product's code stays as it is: the business's slug rule does not cut it. */
  readonly keepsSlug: boolean;
  /** The selling unit in requests: one of the specification's businesses. */
  readonly business: string;
  readonly title: string;
  readonly description: string | null;
  /** Short lines of its contents; absent where the brand has none. */
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
  /** Price of the whole billing period before vouchers and interest, charged at once. */
  readonly price: Money;
  /** List price, shown struck through when above `price`. */
  readonly standardPrice: Money;
  /** Months of the billing period: 12 for a year. */
  readonly cycles: number;
  /** `price` per month, for display: `cycles` times this is `price`. */
  readonly cyclePrice: Money;
  /** In the order in which they are offered; inactive ones have texts but are never offered. */
  readonly methods: readonly PlanMethod[];
  /** How the buyer's bank may split the amount; `null` when the plan has no installments. */
  readonly installments: InstallmentRule | null;
  /** Trial at the start, or `null`; the price is for the `cycles` that follow it. */
  readonly trial: Trial | null;
  /** The lot of an event's tickets that this plan sells, or `null` when it sells no tickets. */
  readonly ticketLot: TicketLot | null;
  /** Whether it renews; absent: its type and its months decide. */
  readonly renews?: boolean;
  /** Prices for several people, fewest first; empty when it is sold for one only. */
  readonly profiles: readonly ProfilePrice[];
  /** Order bumps before the payment, in the order in which they are offered. */
  readonly bumps: readonly OrderBump[];
}

/** A plan's price for several people at once. */
export interface ProfilePrice {
  /** The buyer included: 2 or more. */
  readonly count: number;
  /** What the people beyond the first are called on the receipt, in the brand's language. */
  readonly title: string;
  /** For the whole billing period and all people; above the price for fewer people. */
  readonly price: Money;
}

/** An extra line of the same order that is offered beside a plan. It is never preselected. */
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

/** Trial at the start of a plan, in calendar days or months of the market's zone. */
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

/** The installments in which a plan may be paid. */
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
  /** It lowers every billing period of a plan that renews; absent: the first one only. */
  readonly everyTerm?: boolean;
}

/** A discount code (never the bank slip). A percentage is in hundredths of a percent: 50 % is 5000. */
export type Voucher =
  | (VoucherTerms & { readonly kind: 'amount'; readonly amount: Money })
  | (VoucherTerms & { readonly kind: 'percent'; readonly basisPoints: number });
