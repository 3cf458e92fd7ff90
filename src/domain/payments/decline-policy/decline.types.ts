/**
 * Refusals of a card's bank by scheme and return code: ABECS's Normativo 21 (in force since 2020-07-15, changed in 2022)
 * as Cielo publishes it (documentos-adicionais, `abecs-e-outros-codigos`). One row per reason; a code may stand in
 * several rows of a scheme, because banks give one code for several reasons.
 */
export interface DeclineRow {
  /** The norm's text of the reason. */
  readonly reason: string;
  /** `reversible`: the bank may approve later; `irreversible`: never the same message. */
  readonly retry: 'reversible' | 'irreversible';
  /** The text that a terminal may print. */
  readonly posMessage: string;
  /** Our stable code; the buyer's text is `declined.<code>`. */
  readonly code: DeclineCode;
  /** Return codes by scheme, separated by blanks. */
  readonly codes: Readonly<Partial<Record<NormScheme, string>>>;
}

/** The norm's columns. Hiper and Hipercard use Mastercard's; American Express has its own codes and Cielo's of two places. */
export type NormScheme = 'elo' | 'visa' | 'mastercard' | 'american_express';

/** Our decline codes; each has a text for the buyer in every language. */
export const declineCodes = [
  'card-declined',
  'insufficient-funds',
  'amount-over-limit',
  'amount-not-permitted',
  'installments-not-permitted',
  'card-number-invalid',
  'card-expired',
  'security-code-invalid',
  'card-invalid',
  'card-blocked',
  'card-not-activated',
  'card-canceled',
  'card-not-permitted',
  'abroad-not-permitted',
  'use-credit',
  'use-debit',
  'pin-refused',
  'pin-tries-exceeded',
  'fraud-suspected',
  'identity-not-confirmed',
  'recurring-stopped',
  'shop-refused',
  'processing-error',
  'issuer-unavailable',
] as const;
export type DeclineCode = (typeof declineCodes)[number];
