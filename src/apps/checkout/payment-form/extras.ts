import { paymentExtras } from './registry.extras.generated.tsx';

/**
 * What only some payments show. In the browser a view is missing until a page's head, or an answer's, named it
 * (`extraParts`); on the server all are there.
 */
export const extras: Partial<typeof paymentExtras> = paymentExtras;
