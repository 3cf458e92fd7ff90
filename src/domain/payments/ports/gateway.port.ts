import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Country, Locale } from '#src/kernel/locale/locale.ts';
import type { Currency, Money } from '#src/kernel/money/money.ts';
import type { MandateChargeAttempt, MandateFact } from './mandate.types.ts';
import type { AmountLimits } from './amount-limits.ts';
import type { AttemptState } from './attempt-states.ts';
import type { MandatesGateway } from './mandates-gateway.port.ts';
import type { CreditPage, WebhookReading, RawWebhook } from './incoming-webhook.port.ts';

/** Who pays. `document` is digits (or letters and digits) without a mask. */
export interface Payer {
  readonly name: string;
  readonly email: string;
  /** E.164, when the buyer gave one. */
  readonly phone?: string;
  readonly document?: { readonly type: string; readonly number: string };
  readonly address?: JsonObject;
}

/** What a gateway is asked to collect. Built once per attempt; `attemptId` is the idempotency key. */
export interface ChargeRequest {
  readonly attemptId: string;
  /** A number that grows by one per attempt, for gateways whose references are digits. */
  readonly serial: bigint;
  readonly amount: Money;
  /** The specification's word for the method, e.g. as in `paymentMethods`. */
  readonly method: string;
  /** How many installments the buyer's bank splits the amount into; 1 = none. */
  readonly installments: number;
  readonly description: string;
  /** `later`: the money is only reserved and taken by `capture` once the whole order can be paid. */
  readonly capture: 'at-once' | 'later';
  readonly payer: Payer;
  readonly market: Country;
  readonly locale: Locale;
  /** When the attempt was written: nothing that was made for it is older. */
  readonly attemptCreatedAt?: Date;
  /** Last instant at which the buyer may pay (UTC). */
  readonly expiresAt: Date;
  /** Private to the rail and its gateways (one-use tokens live here): passed on, never stored or logged. */
  readonly details: JsonObject;
  /** Where the gateway may post a hint that something changed. */
  readonly notificationUrl: string;
  /** Page of ours to which a provider sends the buyer back; it says nothing of the outcome. */
  readonly buyerReturnUrl: string;
  /** Where a challenge frame posts its end (a hint, never the truth). */
  readonly challengeReturnUrl: string;
  /** The buyer's browser, as authentication protocols ask for it. */
  readonly browser?: { readonly userAgent: string; readonly language: string; readonly ip: string };
  /**
   * The buyer's bank has to ask its customer, whatever it knows of them, before any money is authorised; where it cannot,
   * the charge is declined. Only gateways that `canForceChallenge` are told so.
   */
  readonly forceChallenge?: true;
}

/** How to name a charge when asking about it: by our id always, by the gateway's id when it gave one. */
export interface ChargeReference {
  readonly attemptId: string;
  readonly serial: bigint;
  readonly reference: string | null;
  readonly amount: Money;
  /** When the attempt was written: nothing that was made for it is older. */
  readonly attemptCreatedAt?: Date;
  /** As the attempt keeps it, for companies that want it once more after the bank's question. */
  readonly payer?: JsonObject | Partial<Payer>;
  readonly installments?: number;
  /**
   * Set for one look at a time, at a charge that its buyer waits for and that is still wanted: without it, a company that
   * `chargesOnPoll` makes none.
   */
  readonly mayChargeNow?: boolean;
}

/** Money that moved at the gateway, once per `id`, for ever. */
export interface Movement {
  /** The gateway's own id of this movement; with the gateway's name it is unique and never expires. */
  readonly id: string;
  /** `chargeback`: the buyer's bank took it; `chargeback-won`: it gave it back after the dispute. */
  readonly kind: 'capture' | 'refund' | 'chargeback' | 'chargeback-won';
  /** Minor units, always positive. */
  readonly amount: bigint;
  readonly currency: Currency;
  readonly at: Date;
  /** How much of it is fine and interest for a payment after its due date. */
  readonly lateFee?: bigint;
}

/** What the buyer must do next. */
export interface NextAction {
  /** `challenge`: a form that is posted in a frame; `redirect`: a page of the provider's, reached by a page of ours. */
  readonly kind: 'challenge' | 'redirect';
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Why the money was refused. `code` is ours and stable; `raw` is the gateway's word for logs and operators. */
export interface Decline {
  readonly code: string;
  readonly raw: string;
  /** Whether the same means of payment may be tried again. */
  readonly reversible: boolean;
}

/** What a gateway says about a charge at one moment: its state and all the money that moved so far. */
export interface GatewayFact {
  readonly state: Exclude<AttemptState, 'created'>;
  /** The gateway's id of the charge. */
  readonly reference?: string;
  readonly movements: readonly Movement[];
  /** What the buyer needs in order to pay (code, line, links); kept with the attempt. */
  readonly instructions?: JsonObject;
  readonly nextAction?: NextAction;
  readonly decline?: Decline;
  /** Who answers for fraud, by what the buyer's authentication came to; absent where nobody asked. */
  readonly liability?: 'issuer' | 'merchant';
  /** Kept for later payments, as the charge asked; told once it is approved. */
  readonly kept?: SavedInstrument;
  /** A standing consent that was asked for together with this charge. */
  readonly mandate?: MandateFact;
  /** How often money was tried to be taken by a standing consent; absent for a charge that its buyer pays. */
  readonly tries?: readonly MandateChargeAttempt[];
  readonly at: Date;
}

/**
 * A gateway's answer. `unreachable` means that nothing was sent (safe to say so);
 * `silent` means that it was sent and no answer came: the outcome is unknown.
 */
export type GatewayAnswer =
  | { readonly kind: 'fact'; readonly fact: GatewayFact }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'silent'; readonly reason: string };

/** A means of payment as its company knows it, before any money is asked. */
export interface IdentifiedInstrument {
  /** The same for the same means at this company, for ever; it says nothing of the number. */
  readonly fingerprint: string;
  /** The company tells too little to tell this means from every other: another buyer's may have the same fingerprint. */
  readonly isShared?: boolean;
  /** Empty where the company does not say: then the strictest scheme's limits hold. */
  readonly brand: string;
  readonly last4: string;
  /** MM/AA; empty where the company does not say. */
  readonly expiry: string;
  /** ISO 3166-1 alpha-2 of whoever issued it, where the company knows. */
  readonly countryOfIssue?: string;
  readonly kind?: 'credit' | 'debit' | 'prepaid';
  /** What names it in the charge from now on, in place of the details that were inspected; good for one use. */
  readonly details: JsonObject;
}

/** `unreachable`: nothing is known; no money can have moved. */
export type IdentificationAnswer =
  | { readonly kind: 'inspected'; readonly instrument: IdentifiedInstrument }
  | { readonly kind: 'refused'; readonly decline: Decline }
  | { readonly kind: 'unreachable'; readonly reason: string };

/** A means that a company keeps for later payments to this merchant. `token`: the company's own name of it. */
export interface SavedInstrument {
  readonly token: string;
  readonly brand: string;
  readonly last4: string;
  /** MM/AA. */
  readonly expiry: string;
  /** How its scheme knows the first payment (or check); later ones name it. */
  readonly schemeTransactionId?: string;
}

/** A check of a means that moves no money. `id`: idempotency key; `keep`: keep it when it is good, with its payer. */
export interface Verification {
  readonly id: string;
  readonly details: JsonObject;
  readonly payer: Payer;
  readonly keep: boolean;
}
export type VerificationAnswer =
  | { readonly kind: 'valid'; readonly kept?: SavedInstrument }
  | { readonly kind: 'refused'; readonly decline: Decline }
  | { readonly kind: 'silent'; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly reason: string };

/** A company that moves money. A missing member means that the gateway cannot do it. */
export interface GatewayPort {
  readonly id: string;
  /** What this company lets one charge come to, beside its rail's own limits. */
  readonly limits?: Readonly<Partial<Record<Currency, AmountLimits>>>;
  /** For how many seconds money that is reserved with `capture: 'later'` stays so; absent: this company cannot reserve. */
  readonly holdSeconds?: number;
  /**
   * For so many days after a payment its money may go back without us having asked (a refund by hand, a dispute): it is
   * asked about until then, ever more rarely. Absent: never, or `find` would not tell.
   */
  readonly recheckDays?: number;
  /**
   * Brands of kept means whose secret part (a card's code) their buyer gives once more at each payment that they make on a
   * form. One press, and what is charged without its buyer, go without.
   */
  readonly requiresSecurityCode?: readonly string[];
  /** It can have the buyer's bank ask its customer (`forceChallenge`); absent: their bank asks when it likes. */
  readonly canForceChallenge?: true;
  /** Looks at a means of payment, once, before it is charged: who it is, so that its tries can be counted. No money moves. */
  identify?(details: JsonObject): Promise<IdentificationAnswer>;
  /** A kept means cannot be looked at there: what was told as it was kept stands for it. */
  readonly identifiesTypedOnly?: true;
  /** Asks its bank whether a means is good, without money. Who asks banks for money only keeps it unasked. */
  verify?(verification: Verification): Promise<VerificationAnswer>;
  /** Forgets a kept means; true once it is forgotten, or was unknown. */
  forget?(token: string): Promise<boolean>;
  start(charge: ChargeRequest): Promise<GatewayAnswer>;
  /**
   * Asked about a charge whose buyer has answered their bank, it makes the charge, and nothing at the company keeps a second
   * call from making another: it is asked by one process at a time.
   */
  readonly chargesOnPoll?: true;
  /** Asks for the truth about a charge. */
  find(charge: ChargeReference): Promise<GatewayAnswer>;
  capture?(charge: ChargeReference): Promise<GatewayAnswer>;
  /** Releases a charge that has taken no money yet: an authorization, an unpaid code, an open slip. */
  release?(charge: ChargeReference): Promise<GatewayAnswer>;
  /** Gives money back; `refundId` is the idempotency key. The fact's movements are this refund alone; none while it is under way. */
  refund?(charge: ChargeReference & { movementId: string }, amount: Money, refundId: string): Promise<GatewayAnswer>;
  /** Collecting by standing consent; absent: this company cannot. A cycle's charge is started like any other. */
  readonly consents?: MandatesGateway;
  /** Tells the company where to send its messages, as often as one likes. */
  announce?(notificationUrl: string): Promise<void>;
  readWebhook?(raw: RawWebhook): WebhookReading;
  /** Seconds for which its list of credits is not worth reading again; absent = it is read whenever somebody looks. */
  readonly creditListIntervalSeconds?: number;
  creditsSince?(cursor: string | null): Promise<CreditPage | null>;
}
