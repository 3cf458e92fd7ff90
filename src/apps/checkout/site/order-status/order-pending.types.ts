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
  /** What the price pays for and what is charged later; null where nothing is known. */
  readonly terms: string | null;
  /** How the parts of the price stand, where several ways pay it; else null. */
  readonly parts: SplitStatus | null;
  /** As the rail's server half presents them. */
  readonly instructions: JsonObject;
  /** Who receives, as the payer's bank shows it; null where nobody knows. */
  readonly payee: PayeeView | null;
  readonly documents: readonly RailDocumentLink[];
  readonly watch: WatchedOrder;
  /** Where another way to pay is chosen; null while this one cannot be taken back. */
  readonly other: string | null;
}
