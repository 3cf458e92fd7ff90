import type { LateFeeTerms } from '../pix-bcb/late-amount.ts';

/** A registered slip (boleto) as the bank keeps it; amounts are minor units, dates `YYYY-MM-DD` in Brasília. */
export interface Slip {
  /** Eleven digits: the school's number for it. */
  readonly ourNumber: string;
  readonly reference: string;
  readonly fingerprint: string;
  readonly amount: number;
  readonly dueDate: string;
  /** Fine and interest after the due date. */
  readonly late?: LateFeeTerms;
  readonly payer: SlipPayer;
  readonly instructions: readonly string[];
  readonly status: SlipStatus;
  readonly barcode: string;
  readonly line: string;
  /** The charge behind its QR; absent when none was requested. */
  readonly txid?: string;
  readonly registersAt?: string;
  readonly payments: readonly SlipPayment[];
  readonly notificationUrl: string;
  readonly createdAt: string;
}

export type SlipStatus = 'pending-registration' | 'registered' | 'refused' | 'canceled' | 'paid';

export interface SlipPayer {
  readonly name: string;
  readonly document: string;
  readonly address?: unknown;
}

/** A payment of the slip. */
export interface SlipPayment {
  readonly id: string;
  readonly amount: number;
  readonly channel: 'barcode' | 'pix';
  /** Parts of the amount, where it was paid late. */
  readonly fine?: number;
  readonly interest?: number;
  readonly paidAt: string;
  /** When it is credited to the school's account. */
  readonly creditsAt: string;
  /** Position in the list of credits once it was credited, from 1. */
  readonly place?: number;
}
