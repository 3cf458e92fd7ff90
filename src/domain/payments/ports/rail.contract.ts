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

/** What a rail is, for the browser and the server: data only. */
export interface RailManifest {
  readonly id: string;
  /** The specification's words for the method; the first is the one we write. */
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
  /** Offered only to who has chosen such a place, where the money is handed over. */
  readonly requiresLocation?: 'unit';
  /** What one payment may come to. Offered only within, and for a part of the price where only a part is within. */
  readonly limits?: Readonly<Partial<Record<Currency, AmountLimits>>>;
  /** Whose document it takes, where not everybody's of its markets: never offered to who is known by another kind. */
  readonly documents?: readonly DocumentType[];
  /** Its schemes check where the payer is billed: brands that ask for an address ask it for these rails only. */
  readonly asksBillingAddress?: true;
  /** Its schemes limit how often one means may be tried: it is inspected and counted before each charge. */
  readonly countsCardAttempts?: boolean;
  /**
   * A payment makes this phone ring, or asks a wallet about whoever has this document, before anybody has proved to be
   * that person: such prompts have budgets, and a phone has one open prompt at a time.
   */
  readonly prompts?: 'phone' | 'document';
  /** Fields of its form that are never shown again, e.g. one-use tokens. */
  readonly secretFields?: readonly string[];
}

/** Errors by field name; the values are message keys. */
export type FieldErrors = Readonly<Record<string, string>>;

/** What a rail may know about the sale when it reads its form. */
export interface RailInput {
  readonly fields: Readonly<Record<string, string>>;
  readonly market: Country;
  readonly buyer: { readonly name: string; readonly email: string; readonly phone: string };
  readonly now: Date;
  /** What may be agreed to for later beside this payment, where the plan goes on by itself and a gateway can collect so. */
  readonly recurring?: MandateTerms | null;
  /** What this means may be charged for later terms without its buyer, where the plan goes on and a company keeps means. */
  readonly renewal?: MandateTerms | null;
  readonly locale?: Locale;
  /** A kept means is named whose company wants its secret part once more (`requiresSecurityCode`). */
  readonly requiresSecurityCode?: boolean;
  /** What a payment after its due date costs more, where the plan says so. */
  readonly late?: LateFeeTerms | null;
}

/** What a rail understood of its form. `details` goes to the gateway and is never stored; `kept` stays with the attempt. */
export interface RailDetails {
  readonly payer: Payer;
  readonly details: JsonObject;
  readonly kept: JsonObject;
  /** Which of the rail's words for its method the form asks for; absent = the one that was named. It must be offered. */
  readonly method?: string;
  /** What was typed is sealed for one gateway; `again` is said at the fields when that one gets no new attempts now. */
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
  /** What goes to the gateway when an attempt is replaced in place, from what it kept; nothing when absent. */
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

/** What a document is made from. The payer's data are in what the attempt kept. */
export interface RailDocumentInput {
  readonly attempt: AttemptView;
  readonly order: Order;
  /** What is bought, in the order's words. */
  readonly description: string;
  /** The company that sells, by the brand. */
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

/** What an attempt of a rail carries in the gallery of screens: made up, never sent to anybody. */
export interface RailSample {
  /** As `RailDetails.kept`. */
  readonly kept: JsonObject;
  /** As a gateway leaves them with the attempt; null where there is nothing to show while the money is awaited. */
  readonly instructions: JsonObject | null;
  /** Whether a bank may ask its customer something. */
  readonly challengesBuyer: boolean;
  /** Whether the buyer goes on at a page of the provider's. */
  readonly leaves?: true;
  /** Why a try is refused; as a card that is at its limit where nothing is said. */
  readonly refusal?: string;
}
