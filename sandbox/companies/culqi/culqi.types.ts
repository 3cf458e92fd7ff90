/** The outcome of charging a card's, or a wallet's, token. */
export interface Token {
  readonly id: string;
  readonly kind: 'card' | 'yape';
  readonly email: string;
  readonly brand: string;
  /** `411111******1111`; a phone for a wallet. */
  readonly shown: string;
  /** Culqi's code of a decline; null: it is paid. */
  readonly refusal: string | null;
  /** Of a wallet's token: it is valid for this amount only. */
  readonly amount: number | null;
  readonly review: Review | null;
  readonly usedBy: string | null;
  readonly createdAt: string;
}

/** A customer with kept cards. */
export interface Customer {
  readonly id: string;
  readonly email: string;
  readonly metadata: Metadata;
  readonly createdAt: string;
}

/** A card on file; `token` is the token that it was made of. */
export interface StoredCard {
  readonly id: string;
  readonly customerId: string;
  readonly token: Token;
  readonly metadata: Metadata;
  readonly deleted: boolean;
  readonly createdAt: string;
}

/** The bank's authentication of a card. */
export interface Review {
  readonly state: 'wanted' | 'pending' | 'authenticated' | 'failed';
  readonly alwaysFails: boolean;
  readonly cavv: string;
  readonly returnUrl: string | null;
}

export interface Refund {
  readonly id: string;
  readonly amount: number;
  readonly reason: string;
  readonly metadata: Metadata;
  readonly at: string;
}

export type Metadata = Readonly<Record<string, string>>;

export interface Charge {
  readonly id: string;
  readonly tokenId: string;
  readonly amount: number;
  readonly currency: string;
  readonly email: string;
  readonly description: string;
  readonly installments: number;
  readonly capturedAt: string | null;
  /** Culqi's code of the decline; null: paid or reserved. */
  readonly refusal: string | null;
  readonly brand: string;
  readonly shown: string;
  readonly refunds: readonly Refund[];
  readonly metadata: Metadata;
  readonly createdAt: string;
}

export interface Order {
  readonly id: string;
  readonly number: string;
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  readonly name: string;
  readonly cip: string | null;
  readonly deleted: boolean;
  /** UTC, ISO 8601. */
  readonly expiresAt: string;
  readonly payments: readonly { readonly id: string; readonly amount: number; readonly at: string }[];
  readonly metadata: Metadata;
  readonly createdAt: string;
}

/** A Yape app: its phone, and its fault, if any. */
export interface Wallet {
  readonly phone: string;
  readonly trouble: 'none' | 'no-balance' | 'blocked' | 'over-limit';
}

/** A refusal as Culqi writes it. */
export interface Problem {
  readonly status: number;
  readonly type: string;
  readonly code: string;
  readonly message: string;
  readonly decline?: string;
  readonly chargeId?: string;
}
