import type { JsonObject } from '#src/kernel/json/json.ts';
import type { PayeeView, RailDocumentLink } from '#src/ui/payment/rail-views.ts';
import type { SplitStatus } from './split-status.tsx';
import type { WatchedOrder } from './use-order-watch.ts';

export interface OrderPendingData {
  readonly rail: string;
  /** Last day to pay, `dd/mm`. */
  readonly until: string;
  readonly email: string;
  readonly display: { readonly displayHeader: boolean; readonly displayIcon: boolean };
  readonly amount: string;
  /** The order's terms and its later charges; null where they are unknown. */
  readonly terms: string | null;
  /** The state of the parts of a split price; else null. */
  readonly parts: SplitStatus | null;
  /** From the rail's server half. */
  readonly instructions: JsonObject;
  /** The payee as the payer's bank shows it; null where it is unknown. */
  readonly payee: PayeeView | null;
  readonly documents: readonly RailDocumentLink[];
  readonly watch: WatchedOrder;
  /** Address that selects another payment method; null while this payment cannot be canceled. */
  readonly other: string | null;
}
