import { definePage, redirect } from '../../framework/page.server.ts';
import type { PersonalOfferData } from '../../account/personal-offer/personal-offer.types.ts';

/** Its view shows at `/custom-offer`, to whom a link opens an offer; under its own address there is none. */
export const page = definePage<PersonalOfferData>({ load: (request) => redirect(request.firstStep) });
