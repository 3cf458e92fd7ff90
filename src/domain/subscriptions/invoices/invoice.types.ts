import type { LocalDate } from '#src/kernel/time/local-date.ts';
import type { OrderView } from '../../orders/index.ts';
import type { CheckoutSession } from '../../checkout/sessions/index.ts';

/** The specification's payment types: what an invoice is for. */
export const invoiceKinds = ['invoice', 'renew', 'direct', 'sale-invoice', 'first-invoice-payment', 'upgrade'] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];

/** `overdue`: the due day has passed, and the invoice may still be paid. */
export type InvoiceState = 'open' | 'overdue' | 'paid' | 'refunded' | 'canceled';

/** An invoice: what for, until when, and the order that pays it. */
export interface Invoice {
  readonly id: string;
  /** A sequence number for the books; never for access, and shown to no buyer. */
  readonly number: bigint;
  readonly kind: InvoiceKind;
  /** The subscription whose billing period it bills; null for any other sale. */
  readonly subscriptionId: string | null;
  readonly description: string;
  /** Last day on which it is paid in time, in the market. */
  readonly dueOn: LocalDate;
  readonly state: InvoiceState;
  readonly session: CheckoutSession;
  readonly view: OrderView;
}
