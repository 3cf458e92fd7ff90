import { definePage, redirect } from '../../web/page.server.ts';
import type { MadeOfferData } from './made-offer.types.ts';

/** Its view shows at `/custom-offer`, to whom a link opens an offer; under its own address there is none. */
export const page = definePage<MadeOfferData>({ load: (request) => redirect(request.firstStep) });
