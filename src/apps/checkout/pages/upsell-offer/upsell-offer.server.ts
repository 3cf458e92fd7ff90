import type { UpsellOfferData } from '../../site/upsell/upsell.types.ts';
import { definePage, redirect } from '../../framework/page.server.ts';

/** Its view is shown by the payment pages of offers; its own address has no offer. */
export const page = definePage<UpsellOfferData>({ load: (request) => redirect(request.firstStep) });
