/** An invoice as formatted text. */
export interface InvoiceView {
  /** The reference of its order: sequential invoice numbers would disclose how many there are. */
  readonly number: string;
  readonly description: string;
  readonly dueOn: string;
  readonly total: string;
  readonly state: 'open' | 'overdue' | 'paid' | 'refunded' | 'canceled';
}
