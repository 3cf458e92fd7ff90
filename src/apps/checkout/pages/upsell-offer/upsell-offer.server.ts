import type { UpsellOfferData } from '../../site/upsell/upsell.types.ts';
import { definePage, redirect } from '../../framework/page.server.ts';

/** Its view shows on the pages where an offer is paid; under its own address there is nothing to offer. */
export const page = definePage<UpsellOfferData>({ load: (request) => redirect(request.firstStep) });
