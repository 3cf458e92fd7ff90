/** A bill, as finished text. */
export interface InvoiceView {
  readonly number: string;
  readonly description: string;
  readonly dueOn: string;
  readonly total: string;
  readonly state: 'open' | 'overdue' | 'paid' | 'refunded' | 'canceled';
}
