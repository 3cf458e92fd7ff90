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

/** A card as the acquirer knows it without its number: what may be written down. */
export interface CardFacts {
  /** Same for the same number, for ever; says nothing of it. */
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

/** A card that can be asked for money now. */
export interface KnownCard extends CardFacts {
  /** The holder gave its code with this charge. */
  readonly hasCode?: true;
  /** What its bank says to every charge once the card is kept; absent: what it says now. */
  readonly whenSaved?: Outcome;
  decide(today: { readonly year: number; readonly month: number }, chance: () => number): Outcome;
}

/** A card that is kept for later. The bank's mind about it is kept in place of the number. */
export interface SavedCard extends CardFacts {
  readonly id: string;
  /** Names the first payment to the scheme at every later one. */
  readonly schemeTransactionId: string;
  /** What its bank says to every charge, as the test numbers do. */
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

/** A kept card is charged without its security code; only time can make it worse. */
export function savedAsKnown(saved: SavedCard): KnownCard {
  return {
    ...factsOf(saved),
    decide: ({ year, month }) =>
      saved.expiryYear * 12 + saved.expiryMonth < year * 12 + month ? declined('54') : saved.outcome,
  };
}

/** A kept card whose holder gave its code once more: a wrong one is refused as on the card itself. */
export function withCode(card: KnownCard, securityCode: string): KnownCard {
  const isRight = isCodeOf(card.brand, securityCode) && !/^0+$/.test(securityCode);
  return {
    ...factsOf(card),
    hasCode: true,
    decide: (today, chance) => (isRight ? card.decide(today, chance) : declined('82')),
  };
}

/** What may be written down of it. */
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
