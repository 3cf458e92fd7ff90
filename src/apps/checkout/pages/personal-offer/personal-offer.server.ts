import { definePage, redirect } from '../../framework/page.server.ts';
import type { PersonalOfferData } from '../../account/personal-offer/personal-offer.types.ts';

/** Its view is shown at `/custom-offer` for a link with an offer; its own address shows none. */
export const page = definePage<PersonalOfferData>({ load: (request) => redirect(request.firstStep) });
