import type { InsCode } from './ins-codes.ts';

/** A payment that a phone was asked to confirm. Amounts are minor units of the metical. */
export interface Prompt {
  /** The shop's own name for it, unique for ever. */
  readonly thirdPartyReference: string;
  readonly transactionReference: string;
  /** 258 and nine digits. */
  readonly msisdn: string;
  readonly amount: number;
  readonly conversationId: string;
  readonly status: 'Pending' | 'Completed' | 'Cancelled' | 'Expired' | 'Failed';
  /** What the shop's call is answered with; null while the phone rings. */
  readonly code: InsCode | null;
  readonly transactionId: string;
  readonly reversals: readonly Reversal[];
  readonly createdAt: string;
  /** When the phone stops asking. */
  readonly endsAt: string;
  readonly paidAt?: string;
}

export interface Reversal {
  readonly thirdPartyReference: string;
  readonly transactionId: string;
  readonly amount: number;
  readonly at: string;
}

/** What the person with the phone does. */
export type PhoneAnswer = 'pin' | 'wrong-pin' | 'no-balance' | 'cancel';
