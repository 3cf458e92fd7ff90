import type { ComponentType } from 'react';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import type { Translator } from '../words/translator.ts';

/**
 * What a rail shows. Three files of its folder, each in a list of its own, so that a page carries only what it needs:
 * - `form.tsx` exports `railForm: RailFormView`, for the page where the buyer chooses how to pay;
 * - `waiting.tsx` exports `railWaiting: RailWaitingView`, for the page at the rail's `waitingPath`;
 * - `success.tsx` exports `railSuccess: RailSuccessView`, for the success page.
 * The views are given plain data with finished texts; the words are in `<rail>.copy.json`.
 */

/** One way to split the price over the buyer's card bills, as finished text. */
export interface InstallmentChoice {
  readonly count: number;
  /** `12x de R$ 95,00 sem juros`; with interest also the total and the monthly rate. */
  readonly label: string;
}

/** The view's work before the page sends the form. */
export interface RailFormBehaviour {
  /** Reports errors in fields that the page cannot read, and their number. `focus`: go to the first wrong one. */
  readonly check: (focus: boolean) => Promise<number>;
  /** Fills hidden fields of the form. False stops the submit: the view has displayed the reason. */
  readonly prepare: (form: HTMLFormElement, options: { readonly isRetry: boolean }) => Promise<boolean>;
}

/** The place of an in-person payment, as formatted text. */
export interface UnitLocation {
  readonly name: string;
  readonly address: string;
  /** Address of the page where another one is chosen. */
  readonly change: string;
}

/** The mandate offered beside this payment, as formatted text. */
export interface RecurringOffer {
  readonly amount: string;
  /** The first charge, where its amount differs. */
  readonly first?: string;
  readonly period: 'weekly' | 'monthly' | 'quarterly' | 'half-yearly' | 'yearly';
  /** `dd/mm/yyyy` of the first charge after this payment. */
  readonly firstOn: string;
}

/** A saved instrument; text is formatted. */
export interface RailProfile {
  readonly id: string;
  readonly label: string;
  /** Page for its secret part, where that is required again; absent: nothing of it is typed. */
  readonly secretFrame?: string;
}

export interface RailFormProps {
  readonly market: Country;
  /** Whether the buyer has chosen this method. */
  readonly isChosen: boolean;
  /** Full name of one of the rail's own fields in the page's form. */
  readonly name: (field: string) => string;
  /** Values typed before, when the form was refused or the buyer came back. */
  readonly value: (field: string) => string | undefined;
  /** Finished message of a field, or null. */
  readonly error: (field: string) => string | null;
  readonly installments: readonly InstallmentChoice[];
  /** The rail's words that are offered, in the brand's order. */
  readonly methods: readonly string[];
  /** The buyer's choice, where the rail's manifest requires a place; else null. */
  readonly unitLocation: UnitLocation | null;
  /** Address of the page for secret fields on its own origin, with brand, mode, locale and the gateway to seal for. */
  readonly secretFrame: string;
  /** The buyer's saved instruments, the newest first; text is formatted. */
  readonly profiles?: readonly RailProfile[];
  /** The buyer's e-mail, which some gateways require beside the secrets. */
  readonly buyerEmail: string;
  /** Whether the instrument may be kept for later payments. */
  readonly canSaveInstrument: boolean;
  /** Absent or null where the plan does not renew, or no gateway has mandates. */
  readonly recurring?: RecurringOffer | null;
  /** Later charges of a saved instrument; absent or null where nothing renews. */
  readonly renewal?: RecurringOffer | null;
  /** Registers the view's work before a submit, or null when it has none (any more). */
  readonly onBehaviour: (behaviour: RailFormBehaviour | null) => void;
  /** Runs the page's main button. */
  readonly submit: () => void;
}

export interface RailFormView {
  readonly Form: ComponentType<RailFormProps>;
  /** A small drawing at the end of the choice. */
  readonly Mark: ComponentType;
  /** The rail's rules for its own fields, the same that the server applies: message keys by field. */
  readonly validate: (fields: Readonly<Record<string, string>>, market: Country) => Readonly<Record<string, string>>;
}

/** The receiver, as the payer's bank shows it, as formatted text. */
export interface PayeeView {
  readonly name: string;
  /** Why the receiver is not the seller; null when it is. */
  readonly note: string | null;
}

export interface RailWaitingProps {
  /** The instructions as the rail's server half presents them. */
  readonly instructions: JsonObject;
  /** Formatted amount. */
  readonly amount: string;
  /** `expired`: the time is over and nothing has come. */
  readonly state: 'open' | 'expired';
  /** ISO instant (UTC). */
  readonly expiresAt: string;
  /** Null where it is not known. */
  readonly payee: PayeeView | null;
}

export interface RailWaitingView {
  readonly Waiting: ComponentType<RailWaitingProps>;
}

/** A document that the buyer may open or keep. */
export interface RailDocumentLink {
  readonly id: string;
  readonly href: string;
}

export interface RailSuccessProps {
  readonly instructions: JsonObject;
  readonly amount: string;
  /** Whether the payment arrived, is pending, or failed. */
  readonly state: 'paid' | 'open' | 'over';
  readonly documents: readonly RailDocumentLink[];
  /** Null where it is not known. */
  readonly payee: PayeeView | null;
}

export interface RailSuccessView {
  /** The money is handed over at the school; the browser's session remembers it as `isPaymentInPerson`. */
  readonly isHandedOver?: true;
  /** The panel of the success page while the money is awaited. */
  readonly SuccessPanel?: ComponentType<RailSuccessProps>;
  /** One line about a payment, e.g. brand and last digits; `kept` is what the attempt kept. */
  readonly summaryLine?: (kept: JsonObject, t: Translator) => string | null;
}
