/** The sale that an act is about. */
export interface SaleActionProps {
  readonly orderId: string;
  /** The payment that it is about, where the act is about one. */
  readonly attemptId?: string | null;
  /** The subscription that it is about, where the act is about one. */
  readonly subscriptionId?: string | null;
  /** After the act, and when the person goes back without it. */
  readonly onClose: (isDone: boolean) => void;
}
