import type { Country } from '#src/kernel/locale/locale.ts';
import type { WatchedOrder } from '../site/order-status/use-order-watch.ts';
import type { PaymentSuggestions, PickedMethod } from './suggestions/suggestions.types.ts';
import type { PaymentSplit } from './split/split.types.ts';
import type { PaymentTrial } from './trial/trial.types.ts';
import type { UnitLocation, RecurringOffer } from '#src/ui/payment/rail-views.ts';

/** An offered payment method. */
export interface OfferedMethod {
  /** The specification's method name: the form's value. */
  readonly method: string;
  /** The rail of the method: names its view and prefixes its fields. */
  readonly rail: string;
  readonly takesInstallments: boolean;
  /** Whether the billing address is required, on brands that ask for one. */
  readonly asksAddress?: boolean;
  /** The advantage or cost beside the others, as formatted text; null = none. */
  readonly note?: string | null;
  /** All offered methods of this rail. */
  readonly methods: readonly string[];
  /** The unit where the money is paid, for a rail that needs one. */
  readonly unitLocation: UnitLocation | null;
  /** The gateway that would charge now: sealed data is for it. */
  readonly gateway: string;
  /** Whether that gateway saves an instrument for later payments. */
  readonly canSaveInstrument: boolean;
  /** Its maximum, minor units, where that is less than the amount due: offered for a part only. */
  readonly partOnly?: number;
  /** The consents to later charges with this payment. */
  readonly recurring: RecurringOffer | null;
  /** The later charges of a saved instrument. */
  readonly renewal: RecurringOffer | null;
}

/** One installment option, as formatted text. */
export interface OfferedInstallment {
  readonly count: number;
  readonly label: string;
  /** The total of all installments. */
  readonly total: string;
}

/** A ticket lot, as formatted text. */
export interface OfferedLot {
  readonly name: string;
  readonly price: string;
  /** `bought`: the lot of this payment's ticket. */
  readonly standing: 'bought' | 'next' | 'gone';
  /** "Restam 12 ingressos", "Esgotado". */
  readonly note: string;
  /** Few are left: the note is highlighted. */
  readonly isScarce: boolean;
}

/** A notice above the form. */
export interface PaymentNotice {
  readonly kind: 'error' | 'alert' | 'info';
  readonly title: string;
  readonly text: string;
  /** Small print of the notice. */
  readonly small?: string;
  readonly link: { readonly href: string; readonly label: string } | null;
}

/** A saved instrument, as formatted text. */
export interface SavedInstrument {
  readonly id: string;
  readonly rail: string;
  readonly gateway: string;
  /** "Visa …1111 · 12/30". */
  readonly label: string;
  /** Card-fields page, where its gateway requires the security code again. */
  readonly secretFrame?: string;
}

/** The data of the payment page. All amounts are formatted text except `amount`, which is posted back for comparison. */
export interface PaymentData {
  readonly quoteId: string;
  /** Idempotency key of the attempt: the same form sent twice is one payment. */
  readonly idempotencyKey: string;
  /** Minor units. */
  readonly amount: number;
  readonly total: string;
  /** Nothing is due: a voucher covers the whole price, and the buyer only confirms. */
  readonly isFree: boolean;
  readonly methods: readonly OfferedMethod[];
  /** The preselected method. */
  readonly chosen: string | null;
  /** Method that is blocked after declines: the selection moves to `chosen`, and may return. Null without one. */
  readonly blockedMethod: string | null;
  readonly installments: readonly OfferedInstallment[];
  /** The parts of a split price, when the address has them; else null. */
  readonly split: PaymentSplit | null;
  /** Links that split the price in two; empty where no split is allowed. */
  readonly splitOffers: readonly { readonly href: string; readonly label: string }[];
  /** The preselected number of installments. */
  readonly defaultCount: number;
  /** Whether a voucher may change the price. */
  readonly takesVoucher: boolean;
  /** The applied voucher. */
  readonly voucher: { readonly code: string; readonly saving: string } | null;
  readonly notice: PaymentNotice | null;
  /** Suggestions after the last decline; null without one. */
  readonly suggestions: PaymentSuggestions | null;
  /** The selected suggestion: the decline notice is then one line. */
  readonly picked?: PickedMethod | null;
  /** The existing order, which may be paid elsewhere; null before there is one. */
  readonly watch: WatchedOrder | null;
  /** Seconds until reserved parts are released; null without any. */
  readonly holdSecondsLeft: number | null;
  /** The buyer's stored tax id. */
  readonly document: string;
  /** The buyer's phone (E.164); empty on a magic link's page, which shows no personal data. */
  readonly phone: string;
  /** The address panel, for products that require one; fields by the specification's names. */
  readonly address: {
    readonly values: Readonly<Record<string, string>>;
    readonly states: readonly { readonly value: string; readonly label: string }[];
  } | null;
  /** The trial and its first charge; null without one. */
  readonly trial: PaymentTrial | null;
  /** The ticket lots of an event, in order; empty where no tickets are sold. */
  readonly tickets: readonly OfferedLot[];
  readonly market: Country;
  /** Address of the card-fields page, without the gateway. */
  readonly secretFrame: string;
  readonly buyerEmail: string;
  /** The product of a first purchase and its later charges, as formatted text; null elsewhere. */
  readonly terms: string | null;
  /** The access address of a first purchase, and the page that corrects it; null elsewhere. */
  readonly contact: { readonly email: string; readonly change: string } | null;
  /** The buyer's saved instruments, by rail and gateway. */
  readonly profiles: readonly SavedInstrument[];
  /** Terms were accepted with an earlier attempt on this order. */
  readonly hasAccepted: boolean;
  /** `contract`: of this purchase, filled in. */
  readonly links: { readonly contract: string; readonly terms: string; readonly politics: string };
  /** Address that continues the purchase on another device; null where none is allowed. */
  readonly otherDevice: string | null;
}
