/** One step of a charge: an authorization, a capture, a cancellation, a slip. Amounts are centavos. */
export interface Transaction {
  readonly id: string;
  readonly operation: 'auth_only' | 'auth_and_capture' | 'capture' | 'cancel' | 'boleto';
  readonly status: string;
  readonly success: boolean;
  readonly amount: number;
  /** Amount paid with a slip, once it was paid. */
  readonly paidAmount?: number;
  readonly paidAt?: string;
  readonly returnCode?: string;
  readonly createdAt: string;
}

export type ChargeStatus =
  | 'pending'
  | 'processing'
  | 'paid'
  | 'overpaid'
  | 'underpaid'
  | 'failed'
  | 'canceled'
  | 'chargedback';

/** A card on file of a customer: never its number or code, but its bank's future decision. */
export interface SavedCard {
  readonly id: string;
  /** The customer's. */
  readonly email: string;
  readonly brand: string;
  readonly last4: string;
  readonly holder: string;
  readonly month: number;
  readonly year: number;
  readonly decision: Decision;
}

/** The decision of a card's bank. */
export interface Decision {
  readonly approved: boolean;
  readonly returnCode: string;
}

export interface Slip {
  readonly line: string;
  readonly barcode: string;
  readonly ourNumber: string;
  readonly dueAt: string;
  readonly instructions: string;
  readonly documentNumber: string;
}

/** An order with its one charge, as the book stores them, without a card's number, code or token. */
export interface Charge {
  readonly id: string;
  readonly orderId: string;
  /** The school's reference of the order and its charge. */
  readonly code: string;
  readonly method: 'credit_card' | 'boleto';
  readonly status: ChargeStatus;
  readonly amount: number;
  readonly currency: string;
  readonly installments: number;
  readonly descriptor: string;
  readonly customer: { readonly name: string; readonly email: string; readonly document: string };
  readonly card?: SavedCard;
  readonly takesAtOnce: boolean;
  readonly decision?: Decision;
  /** When a processing charge gets its decision, or a declined one takes the money all the same. */
  readonly completesAt?: string;
  readonly slip?: Slip;
  readonly transactions: readonly Transaction[];
  /** Calls by their idempotency key, with the transaction of each. */
  readonly calls: Readonly<Record<string, { readonly fingerprint: string; readonly transactionId: string }>>;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Payments, refunds and chargebacks. */
export function moneyOf(charge: Charge): {
  readonly captured: number;
  readonly refunded: number;
  readonly disputed: number;
} {
  const captured = sum(charge, isCapture, ({ paidAmount, amount }) => paidAmount ?? amount);
  const refunded = sum(charge, isRefund, ({ amount }) => amount);
  return { captured, refunded, disputed: charge.status === 'chargedback' ? captured - refunded : 0 };
}

export function isCapture({ operation, status }: Transaction): boolean {
  if (operation === 'boleto') return ['paid', 'overpaid', 'underpaid'].includes(status);
  return status === 'captured';
}

export function isRefund({ operation, status }: Transaction): boolean {
  return operation === 'cancel' && (status === 'refunded' || status === 'partial_refunded');
}

function sum(
  charge: Charge,
  fits: (transaction: Transaction) => boolean,
  amountOf: (transaction: Transaction) => number,
): number {
  return charge.transactions.filter(fits).reduce((total, one) => total + amountOf(one), 0);
}
