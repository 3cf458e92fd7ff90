import type { InsCode } from './ins-codes.ts';

/** A prompt for a payment on a phone. Amounts are minor units of the metical. */
export interface Prompt {
  /** The shop's own reference, unique for ever. */
  readonly thirdPartyReference: string;
  readonly transactionReference: string;
  /** 258 and nine digits. */
  readonly msisdn: string;
  readonly amount: number;
  readonly conversationId: string;
  readonly status: 'Pending' | 'Completed' | 'Cancelled' | 'Expired' | 'Failed';
  /** The answer to the shop's call; null while the phone rings. */
  readonly code: InsCode | null;
  readonly transactionId: string;
  readonly reversals: readonly Reversal[];
  readonly createdAt: string;
  /** When the prompt expires. */
  readonly endsAt: string;
  readonly paidAt?: string;
}

export interface Reversal {
  readonly thirdPartyReference: string;
  readonly transactionId: string;
  readonly amount: number;
  readonly at: string;
}

/** The phone owner's action. */
export type PhoneAnswer = 'pin' | 'wrong-pin' | 'no-balance' | 'cancel';
