import type { Country } from '#src/kernel/locale/locale.ts';
import type { WatchedOrder } from '../site/order-status/use-order-watch.ts';
import type { PaymentSuggestions, PickedMethod } from './suggestions/suggestions.types.ts';
import type { PaymentSplit } from './split/split.types.ts';
import type { PaymentTrial } from './trial/trial.types.ts';
import type { UnitLocation, RecurringOffer } from '#src/ui/payment/rail-views.ts';

/** One way to pay, as it is offered. */
export interface OfferedMethod {
  /** The specification's word: what the form posts. */
  readonly method: string;
  /** The rail behind it: names its view and prefixes its fields. */
  readonly rail: string;
  readonly takesInstallments: boolean;
  /** Where its payer is billed is asked, on brands that ask for an address. */
  readonly asksAddress?: boolean;
  /** What it saves or costs beside the others, as finished text; null = nothing worth saying. */
  readonly note?: string | null;
  /** All words of this rail that are offered. */
  readonly methods: readonly string[];
  /** Where the money is handed over, for a rail that needs it. */
  readonly unitLocation: UnitLocation | null;
  /** The company that would collect it now: secrets are sealed for it. */
  readonly gateway: string;
  /** Whether that company keeps an instrument for later payments. */
  readonly canSaveInstrument: boolean;
  /** The most that it takes at once, minor units, where that is less than what is owed: offered for a part only. */
  readonly partOnly?: number;
  /** What may be agreed to for later beside this payment. */
  readonly recurring: RecurringOffer | null;
  /** What an instrument that is kept may be charged for later terms. */
  readonly renewal: RecurringOffer | null;
}

/** One way to split the price, as finished text. */
export interface OfferedInstallment {
  readonly count: number;
  readonly label: string;
  /** What all of them come to. */
  readonly total: string;
}

/** A lot of tickets, as finished text. */
export interface OfferedLot {
  readonly name: string;
  readonly price: string;
  /** `bought`: the lot whose ticket this payment buys. */
  readonly standing: 'bought' | 'next' | 'gone';
  /** "Restam 12 ingressos", "Esgotado". */
  readonly note: string;
  /** Few are left: the note is an urgent one. */
  readonly isScarce: boolean;
}

/** Something to say above the form. */
export interface PaymentNotice {
  readonly kind: 'error' | 'alert' | 'info';
  readonly title: string;
  readonly text: string;
  /** Said in small print after it. */
  readonly small?: string;
  readonly link: { readonly href: string; readonly label: string } | null;
}

/** A saved instrument, as finished text. */
export interface SavedInstrument {
  readonly id: string;
  readonly rail: string;
  readonly gateway: string;
  /** "Visa …1111 · 12/30". */
  readonly label: string;
  /** Page for its secret part, where its company asks for that again. */
  readonly secretFrame?: string;
}

/** What the payment page shows. All sums are finished text but `amount`, which is only posted back to be compared. */
export interface PaymentData {
  readonly quoteId: string;
  /** Names this try: the same form sent twice is one payment. */
  readonly idempotencyKey: string;
  /** Minor units. */
  readonly amount: number;
  readonly total: string;
  /** Nothing is owed: a voucher covers the whole price, and the buyer only confirms. */
  readonly isFree: boolean;
  readonly methods: readonly OfferedMethod[];
  /** Method that is open when the page comes. */
  readonly chosen: string | null;
  /** Method that rests after refusals: what was picked gives way to `chosen`, and may be picked again. Null when none does. */
  readonly blockedMethod: string | null;
  readonly installments: readonly OfferedInstallment[];
  /** The price in several parts, when the address asks for that; else null. */
  readonly split: PaymentSplit | null;
  /** Where it is divided into two; none where it may not be. */
  readonly splitOffers: readonly { readonly href: string; readonly label: string }[];
  /** Number of installments that is chosen when the page comes. */
  readonly defaultCount: number;
  /** Whether a voucher may change the price. */
  readonly takesVoucher: boolean;
  /** The voucher that the price includes. */
  readonly voucher: { readonly code: string; readonly saving: string } | null;
  readonly notice: PaymentNotice | null;
  /** Ways out of the last refusal; null when there was none. */
  readonly suggestions: PaymentSuggestions | null;
  /** The suggestion that was taken: the refusal is told in its one line then. */
  readonly picked?: PickedMethod | null;
  /** The order that was begun, which may be paid elsewhere; null before there is one. */
  readonly watch: WatchedOrder | null;
  /** Seconds until what is kept of the price goes back; null = nothing is. */
  readonly holdSecondsLeft: number | null;
  /** The buyer's document as they gave it before. */
  readonly document: string;
  /** The buyer's phone (E.164); empty where whoever came by an e-mail's link is shown nothing. */
  readonly phone: string;
  /** The address panel, where the product wants one; fields by the specification's names. */
  readonly address: {
    readonly values: Readonly<Record<string, string>>;
    readonly states: readonly { readonly value: string; readonly label: string }[];
  } | null;
  /** Free time that comes first, and its first charge; null where it is paid at once. */
  readonly trial: PaymentTrial | null;
  /** The lots of an event's tickets, in their order; none where no tickets are sold. */
  readonly tickets: readonly OfferedLot[];
  readonly market: Country;
  /** Address of the page for secret fields, without the gateway to seal for. */
  readonly secretFrame: string;
  readonly buyerEmail: string;
  /** What a first purchase gives and what is charged later, as finished text; null elsewhere. */
  readonly terms: string | null;
  /** Where a first purchase's access goes, and the page on which its buyer corrects that; null elsewhere. */
  readonly contact: { readonly email: string; readonly change: string } | null;
  /** Means that the buyer let us keep, by the rail and the company that they are good for. */
  readonly profiles: readonly SavedInstrument[];
  /** Terms were accepted with an earlier try on this order. */
  readonly hasAccepted: boolean;
  /** `contract`: of this purchase, filled in. */
  readonly links: { readonly contract: string; readonly terms: string; readonly politics: string };
  /** Where the purchase goes on on another device; null where it may not. */
  readonly otherDevice: string | null;
}
