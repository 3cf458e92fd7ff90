import {
  type Authentication,
  authenticationOf,
  brandOf,
  type CardData,
  type CardKind,
  decide,
  declined,
  isCodeOf,
  traitsOf,
} from './test-cards.ts';
import type { Outcome } from './charge.types.ts';

/** A card without its number, as the acquirer stores it. */
export interface CardFacts {
  /** Same for the same number, for ever; reveals nothing of it. */
  readonly fingerprint: string;
  readonly brand: string;
  readonly last4: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly kind: CardKind;
  /** ISO 3166-1 alpha-2 of the bank. */
  readonly countryOfIssue: string;
  readonly authentication: Authentication;
}

/** A card that can be charged now. */
export interface KnownCard extends CardFacts {
  /** The holder gave its code with this charge. */
  readonly hasCode?: true;
  /** Its bank's answer to every charge once the card is kept; absent: the same as now. */
  readonly whenSaved?: Outcome;
  decide(today: { readonly year: number; readonly month: number }, chance: () => number): Outcome;
}

/** A card on file. Its bank's answer is stored in place of the number. */
export interface SavedCard extends CardFacts {
  readonly id: string;
  /** The scheme's id of the first payment, sent with every later one. */
  readonly schemeTransactionId: string;
  /** Its bank's answer to every charge, as the test numbers define it. */
  readonly outcome: Outcome;
  readonly isDeleted?: true;
}

export function knownCard(card: CardData, fingerprint: string): KnownCard {
  const { expiryMonth, expiryYear } = card;
  const { kind, countryOfIssue, whenSaved } = traitsOf(card.number);
  return {
    ...(whenSaved ? { whenSaved } : {}),
    fingerprint,
    brand: brandOf(card.number),
    last4: card.number.slice(-4),
    expiryMonth,
    expiryYear,
    kind,
    countryOfIssue,
    authentication: authenticationOf(card.number),
    decide: (today, chance) => decide(card, today, chance),
  };
}

/** A kept card is charged without its security code; only its expiry can change the result. */
export function savedAsKnown(saved: SavedCard): KnownCard {
  return {
    ...factsOf(saved),
    decide: ({ year, month }) =>
      saved.expiryYear * 12 + saved.expiryMonth < year * 12 + month ? declined('54') : saved.outcome,
  };
}

/** A kept card whose holder gave its code once more: a wrong one is declined as on the card itself. */
export function withCode(card: KnownCard, securityCode: string): KnownCard {
  const isRight = isCodeOf(card.brand, securityCode) && !/^0+$/.test(securityCode);
  return {
    ...factsOf(card),
    hasCode: true,
    decide: (today, chance) => (isRight ? card.decide(today, chance) : declined('82')),
  };
}

/** The part of it that may be stored. */
export function factsOf(card: CardFacts): CardFacts {
  const { fingerprint, brand, last4, expiryMonth, expiryYear, kind, countryOfIssue, authentication } = card;
  return { fingerprint, brand, last4, expiryMonth, expiryYear, kind, countryOfIssue, authentication };
}

/** The card as the API shows it; `expiry` is MM/AA. */
export function cardView(card: CardFacts): object {
  const { fingerprint, brand, last4, kind, countryOfIssue } = card;
  return { fingerprint, brand, last4, expiry: expiryOf(card), kind, countryOfIssue };
}

/** MM/AA. */
export function expiryOf({ expiryMonth, expiryYear }: CardFacts): string {
  return `${String(expiryMonth).padStart(2, '0')}/${String(expiryYear).slice(-2)}`;
}
