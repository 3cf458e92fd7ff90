/** A bill, as finished text. */
export interface InvoiceView {
  /** The reference of its order: bills that are counted would tell how many there are. */
  readonly number: string;
  readonly description: string;
  readonly dueOn: string;
  readonly total: string;
  readonly state: 'open' | 'overdue' | 'paid' | 'refunded' | 'canceled';
}
