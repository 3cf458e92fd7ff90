import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Country, Locale } from '#src/kernel/locale/locale.ts';
import type { Currency, Money } from '#src/kernel/money/money.ts';
import type { Result } from '#src/kernel/result/result.ts';
import type { DocumentType } from '#src/kernel/validation/tax-ids/document.rule.ts';
import type { AttemptView, Order } from '../../orders/index.ts';
import type { LateFeeTerms } from '../../catalog/products/index.ts';
import type { MandateTerms } from './mandate.types.ts';
import type { AmountLimits } from './amount-limits.ts';
import type { Payer } from './gateway.port.ts';

/** A rail's static data, for browser and server. */
export interface RailManifest {
  readonly id: string;
  /** Method names of the specification; the first is the one that we write. */
  readonly methods: readonly [string, ...string[]];
  readonly markets: readonly Country[];
  readonly currencies: readonly Currency[];
  /** The form cannot work without JavaScript, so it is not offered then. */
  readonly needsScript: boolean;
  /** The buyer's bank may split the amount. */
  readonly takesInstallments: boolean;
  /** Page where the buyer waits for the money, or null when the result is at once or comes by e-mail. */
  readonly waitingPath: string | null;
  /** Where the buyer goes when the attempt awaits them: the waiting page or straight to the success page's variant. */
  readonly afterStart: 'waiting' | 'success' | 'result';
  /** Which variant of the success page shows while the money is awaited. */
  readonly successVariant: string;
  /** An expired attempt may be replaced in place at the same price. */
  readonly renewable: boolean;
  /** The buyer gets the instructions by e-mail when the attempt starts. */
  readonly emailsInstructions: boolean;
  /** Chosen and paid on pages of its own: never among the ways of the payment page. */
  readonly hasOwnPages?: true;
  /** Offered only to buyers who have chosen such a location, where they pay. */
  readonly requiresLocation?: 'unit';
  /**
   * Limits of one payment. The rail is offered only within them, and for a part of the price where only a part is
   * within.
   */
  readonly limits?: Readonly<Partial<Record<Currency, AmountLimits>>>;
  /** Kinds of document that it takes, where not all of its markets; buyers with another kind are not offered it. */
  readonly documents?: readonly DocumentType[];
  /** Its schemes check where the payer is billed: brands that ask for an address ask it for these rails only. */
  readonly asksBillingAddress?: true;
  /** Its schemes limit card attempts: the instrument is identified and counted before each charge. */
  readonly countsCardAttempts?: boolean;
  /**
   * A payment sends a prompt to this phone, or asks a wallet about this document, before the buyer has proved to own
   * it: prompts have rate limits, and a phone has one open prompt at a time.
   */
  readonly prompts?: 'phone' | 'document';
  /** Fields of its form that are never shown again, e.g. one-use tokens. */
  readonly secretFields?: readonly string[];
}

/** Errors by field name; the values are message keys. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The sale as far as a rail needs it to read its form. */
export interface RailInput {
  readonly fields: Readonly<Record<string, string>>;
  readonly market: Country;
  readonly buyer: { readonly name: string; readonly email: string; readonly phone: string };
  readonly now: Date;
  /** Terms of a mandate that may be requested beside this payment, where the plan renews and a gateway has mandates. */
  readonly recurring?: MandateTerms | null;
  /**
   * Terms by which a saved instrument may be charged for later billing periods, where the plan renews and a gateway
   * saves instruments.
   */
  readonly renewal?: MandateTerms | null;
  readonly locale?: Locale;
  /** The named saved instrument needs its security code again (`requiresSecurityCode`). */
  readonly requiresSecurityCode?: boolean;
  /** Late fees of the plan, where it has them. */
  readonly late?: LateFeeTerms | null;
}

/** The values of a rail's form. `details` goes to the gateway and is never stored; `kept` is stored with the attempt. */
export interface RailDetails {
  readonly payer: Payer;
  readonly details: JsonObject;
  readonly kept: JsonObject;
  /** The method that the form asks for; absent = the one that was named. It must be offered. */
  readonly method?: string;
  /**
   * The details are encrypted for one gateway; `again` is the message at the fields when that gateway gets no new
   * attempts now.
   */
  readonly sealed?: { readonly for: string; readonly again: FieldErrors };
  /** A value that must never be used twice (a one-use token); its hash is unique for ever. */
  readonly singleUseValue?: string;
  /** Longer than the rail's own, e.g. where it may be paid after its due date. */
  readonly graceSeconds?: number;
}

/** The server half of a rail. */
export interface RailServer {
  readonly id: string;
  /** Reads and checks the rail's own fields. */
  readDetails(input: RailInput): Result<RailDetails, FieldErrors>;
  /** Details for the gateway when an attempt is renewed, from what was stored; empty when absent. */
  detailsForRenewal?(kept: JsonObject): JsonObject;
  /** Last instant (UTC) at which an attempt that starts now can be paid. */
  expiresAt(now: Date, market: Country): Date;
  /** How long after `expiresAt` money may still be on its way, in seconds; the attempt stays open until then. */
  readonly graceSeconds: number;
  /** Turns stored instructions into what the screens show (formatted, with pictures). Pure apart from drawing. */
  present?(
    instructions: JsonObject,
    context: { amount: Money; expiresAt: Date; market: Country },
  ): Promise<JsonObject> | JsonObject;
}

/** Input of a document. The payer's data are in the attempt. */
export interface RailDocumentInput {
  readonly attempt: AttemptView;
  readonly order: Order;
  /** The order's lines as text. */
  readonly description: string;
  /** The seller's name. */
  readonly sellerName: string;
}

/**
 * A file that a rail makes for the buyer, e.g. a slip on paper. `documents.server.ts` of a rail's folder exports
 * `railDocuments`, a list of these; the checkout serves each at `/documents/<order>/<attempt>/<fileName>` to the browser
 * whose session holds the order.
 */
export interface RailDocument {
  readonly id: string;
  /** Last part of its address and the name under which it is saved. */
  readonly fileName: string;
  readonly contentType: string;
  /** Whether the attempt has this document (yet, still). */
  readonly isReady: (attempt: AttemptView) => boolean;
  readonly render: (input: RailDocumentInput) => Promise<Buffer>;
}

/** Sample data of an attempt for the stories; never sent to a gateway. */
export interface RailSample {
  /** As `RailDetails.kept`. */
  readonly kept: JsonObject;
  /** As a gateway leaves them with the attempt; null where there is nothing to show while the money is awaited. */
  readonly instructions: JsonObject | null;
  /** Whether a bank may ask its customer something. */
  readonly challengesBuyer: boolean;
  /** Whether the buyer is redirected to a provider's page. */
  readonly leaves?: true;
  /** Why a try is refused; as a card that is at its limit where nothing is said. */
  readonly refusal?: string;
}
