import type { JsonObject } from '#src/kernel/json/json.ts';
import type { RailDocumentLink } from '#src/ui/payment/rail-views.ts';
import type { WatchedOrder } from '../../status/use-order-watch.ts';

export interface AwaitingData {
  readonly rail: string;
  readonly name: string;
  readonly email: string;
  readonly display: { readonly displayHeader: boolean; readonly displayIcon: boolean };
  readonly amount: string;
  /** As the rail's server half presents them. */
  readonly instructions: JsonObject;
  readonly documents: readonly RailDocumentLink[];
  readonly watch: WatchedOrder;
  /** Where another way to pay is chosen; null while this one cannot be taken back. */
  readonly other: string | null;
}
