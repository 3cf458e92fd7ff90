import type { AttemptView, Order } from '../../orders/index.ts';

/** What a document is made from. The payer's data are in what the attempt kept. */
export interface RailDocumentInput {
  readonly attempt: AttemptView;
  readonly order: Order;
  /** What is bought, in the order's words. */
  readonly description: string;
  /** The company that sells, by the brand. */
  readonly sellerName: string;
}

/**
 * A file that a rail makes for the buyer, e.g. a slip on paper. `documents.server.ts` of a rail's folder exports
 * `railDocuments`, a list of these; the checkout serves each at `/documents/<order>/<attempt>/<fileName>` to the browser
 * whose session holds the order.
 */
export interface RailDocument {
  readonly id: string;
  /** Last part of its address and the name under which it is saved. */
  readonly fileName: string;
  readonly contentType: string;
  /** Whether the attempt has this document (yet, still). */
  readonly isReady: (attempt: AttemptView) => boolean;
  readonly render: (input: RailDocumentInput) => Promise<Buffer>;
}
