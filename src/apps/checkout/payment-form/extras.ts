import { paymentExtras } from './registry.extras.generated.tsx';

/**
 * Parts that only some payments show. In the browser a view is missing until the page's head, or an answer's, named it
 * (`extraParts`); on the server all are present.
 */
export const extras: Partial<typeof paymentExtras> = paymentExtras;
