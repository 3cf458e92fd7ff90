import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Country, Locale } from '#src/kernel/locale/locale.ts';
import type { Currency, Money } from '#src/kernel/money/money.ts';
import type { MandateChargeAttempt, MandateFact } from './mandate.types.ts';
import type { AmountLimits } from './amount-limits.ts';
import type { AttemptState } from './attempt-states.ts';
import type { MandatesGateway } from './mandates-gateway.port.ts';
import type { CreditPage, WebhookReading, RawWebhook } from './incoming-webhook.port.ts';

/** The payer. `document` is digits (or letters and digits) without a mask. */
export interface Payer {
  readonly name: string;
  readonly email: string;
  /** E.164, when the buyer gave one. */
  readonly phone?: string;
  readonly document?: { readonly type: string; readonly number: string };
  readonly address?: JsonObject;
}

/** A charge to be made. Built once per attempt; `attemptId` is the idempotency key. */
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
   * Forces a challenge by the buyer's bank before any money is authorized; where there can be none, the charge is
   * declined. Only sent to gateways that `canForceChallenge`.
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
  /** As the attempt stored it, for gateways that need it again after the bank's challenge. */
  readonly payer?: JsonObject | Partial<Payer>;
  readonly installments?: number;
  /**
   * Set by one poll at a time, for a charge that waits for its buyer and is not superseded: a gateway that
   * `chargesOnPoll` makes the charge only then.
   */
  readonly mayChargeNow?: boolean;
}

/** A dispute as its gateway reports it; each member is absent where it reports none. */
export interface DisputeDetails {
  /** The scheme's or the bank's own code, e.g. `10.4` (Visa) or `MED_FRAUDE` (Pix); at most 40 letters, digits, `.`, `-`, `_`. */
  readonly reason?: string;
  readonly stage?: 'inquiry' | 'chargeback' | 'pre-arbitration' | 'arbitration';
  /** The last instant at which evidence is taken. */
  readonly evidenceDue?: Date;
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
  /** Of a `chargeback` only. They may change later, under the same `id`. */
  readonly dispute?: DisputeDetails;
}

/** The buyer's next action. */
export interface NextAction {
  /** `challenge`: a form that is posted in a frame; `redirect`: a page of the provider's, reached by a page of ours. */
  readonly kind: 'challenge' | 'redirect';
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Why a charge was declined. `code` is ours and stable; `raw` is the gateway's, for logs and operators. */
export interface Decline {
  readonly code: string;
  readonly raw: string;
  /** Whether the same payment instrument may be tried again. */
  readonly reversible: boolean;
}

/** The state of a charge at one moment as its gateway reports it, with all the money that has moved. */
export interface GatewayFact {
  readonly state: Exclude<AttemptState, 'created'>;
  /** The gateway's id of the charge. */
  readonly reference?: string;
  readonly movements: readonly Movement[];
  /** What the buyer needs in order to pay (code, line, links); kept with the attempt. */
  readonly instructions?: JsonObject;
  readonly nextAction?: NextAction;
  readonly decline?: Decline;
  /** Liability for fraud after the buyer's authentication; absent where there was none. */
  readonly liability?: 'issuer' | 'merchant';
  /** The instrument that was saved as the charge requested; present once it is approved. */
  readonly kept?: SavedInstrument;
  /** A mandate that was requested together with this charge. */
  readonly mandate?: MandateFact;
  /** Attempts to collect a mandate charge; absent for a charge that its buyer pays. */
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

/** A payment instrument as its gateway identifies it, before any charge. */
export interface IdentifiedInstrument {
  /** Fingerprint: the same for one instrument at this gateway, for ever. It does not reveal the number. */
  readonly fingerprint: string;
  /** The gateway reveals too little for a unique fingerprint: another buyer's instrument may have the same one. */
  readonly isShared?: boolean;
  /** Empty where the gateway does not report it: then the strictest scheme's limits hold. */
  readonly brand: string;
  readonly last4: string;
  /** MM/AA; empty where the gateway does not report it. */
  readonly expiry: string;
  /** ISO 3166-1 alpha-2 of the issuer, where the gateway reports it. */
  readonly countryOfIssue?: string;
  readonly kind?: 'credit' | 'debit' | 'prepaid';
  /** Names the instrument in the charge in place of its details; may be used once. */
  readonly details: JsonObject;
}

/** `unreachable`: nothing is known; no money can have moved. */
export type IdentificationAnswer =
  | { readonly kind: 'inspected'; readonly instrument: IdentifiedInstrument }
  | { readonly kind: 'refused'; readonly decline: Decline }
  | { readonly kind: 'unreachable'; readonly reason: string };

/** An instrument that a gateway stores for later payments to this merchant. `token`: the gateway's name for it. */
export interface SavedInstrument {
  readonly token: string;
  readonly brand: string;
  readonly last4: string;
  /** MM/AA. */
  readonly expiry: string;
  /** How its scheme knows the first payment (or check); later ones name it. */
  readonly schemeTransactionId?: string;
}

/** A verification of an instrument, which moves no money. `id`: idempotency key; `keep`: save it when it is good. */
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

/** A company that moves money. A missing member means that it cannot do that. */
export interface GatewayPort {
  readonly id: string;
  /** Limits of one charge at this gateway, beside its rail's own. */
  readonly limits?: Readonly<Partial<Record<Currency, AmountLimits>>>;
  /**
   * Seconds for which money that was reserved with `capture: 'later'` stays reserved; absent: the gateway cannot
   * reserve.
   */
  readonly holdSeconds?: number;
  /**
   * Days after a payment in which its money may go back unrequested (a manual refund, a dispute). Until then it is
   * polled, less and less often. Absent: never, or `find` would not report it.
   */
  readonly recheckDays?: number;
  /**
   * Brands of saved instruments whose security code the buyer enters at each payment on a form. One-click payments and
   * charges without the buyer need none.
   */
  readonly requiresSecurityCode?: readonly string[];
  /** Whether it can force a challenge (`forceChallenge`); absent: the bank decides. */
  readonly canForceChallenge?: true;
  /** Identifies an instrument before it is charged, so that card attempts can be counted. No money moves. */
  identify?(details: JsonObject): Promise<IdentificationAnswer>;
  /** Absent for saved instruments: what was reported when they were saved holds. */
  readonly identifiesTypedOnly?: true;
  /** Verifies an instrument at its bank without a charge. Absent: the instrument is saved unverified. */
  verify?(verification: Verification): Promise<VerificationAnswer>;
  /** Deletes a saved instrument; true once it is deleted, or was unknown. */
  forget?(token: string): Promise<boolean>;
  start(charge: ChargeRequest): Promise<GatewayAnswer>;
  /**
   * Polling a charge whose challenge was answered makes the charge, and the gateway does not prevent a second one: one
   * process polls at a time.
   */
  readonly chargesOnPoll?: true;
  /** Reads the state of a charge. */
  find(charge: ChargeReference): Promise<GatewayAnswer>;
  capture?(charge: ChargeReference): Promise<GatewayAnswer>;
  /** Voids a charge that has taken no money yet: an authorization, an unpaid code, an open slip. */
  release?(charge: ChargeReference): Promise<GatewayAnswer>;
  /**
   * Refunds money; `refundId` is the idempotency key. The fact's movements are this refund alone; none while it is
   * processing.
   */
  refund?(charge: ChargeReference & { movementId: string }, amount: Money, refundId: string): Promise<GatewayAnswer>;
  /** Mandates; absent: the gateway has none. The charge of a billing period is started like any other. */
  readonly consents?: MandatesGateway;
  /** Registers the address of our webhook endpoint; may be repeated. */
  announce?(notificationUrl: string): Promise<void>;
  readWebhook?(raw: RawWebhook): WebhookReading;
  /** Seconds for which the list of credits is not read again; absent: it is read at each run. */
  readonly creditListIntervalSeconds?: number;
  creditsSince?(cursor: string | null): Promise<CreditPage | null>;
}
