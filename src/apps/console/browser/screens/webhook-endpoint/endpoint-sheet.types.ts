import type { WebhookEndpointRow } from '../../../routes/webhooks/webhooks.types.ts';

/** What every sheet of an endpoint takes. */
export interface EndpointSheetProps {
  readonly endpoint: WebhookEndpointRow;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}
