import {
  openTestLocations,
  locationOfKind,
  locationsOfSession,
} from '#src/domain/checkout/test-locations/index.server.ts';
import { chooseTestLocation } from '#src/domain/orders/index.server.ts';
import { offerSummary } from '../../site/summary.server.ts';
import { definePage, problem, redirect, refuse, show } from '../../framework/page.server.ts';
import type { TestLocationData } from './select-test-location-page.tsx';
import { cityToShow } from './test-cities.ts';

const longest = 120;

export const page = definePage<TestLocationData>({
  load: async (request) => {
    const { ctx, visit, view, link, rawQuery } = request;
    const session = await request.findSession();
    const chosen = session && locationOfKind(await locationsOfSession(ctx.db, session.id), 'test-place');
    const open = await openTestLocations(ctx, visit.brand.brand, visit.brand.variant);
    const locations = open.map(({ id, name, address, city, left }) => ({
      id,
      name,
      address,
      city,
      // The buyer's own reserved seat counts as free for this buyer.
      left: id === chosen?.id && session?.orderId ? Math.max(left, 1) : left,
    }));
    return show<TestLocationData>(
      {
        locations,
        city: cityToShow(locations, rawQuery.get('city'), chosen?.id ?? null),
        chosen: chosen?.id ?? null,
        isChosenFull: locations.some(({ id, left }) => id === chosen?.id && left === 0),
        link: { ...link },
        next: view.flow?.next ?? null,
      },
      { head: { summary: await offerSummary(request, session) } },
    );
  },

  submit: async (form, request) => {
    const place = (form['place'] ?? '').slice(0, longest);
    if (place === '') return refuse({ place }, { place: 'select-test-location.place.missing' });
    const { next } = request.view.flow ?? {};
    if (!next) return problem('flow-ends-at-select-test-location');
    const chosen = await chooseTestLocation(request.ctx, await request.session(), place);
    if (chosen.ok) return redirect(next);
    if (chosen.error === 'order-paid') return redirect(request.href('/success'));
    const key = chosen.error === 'place-full' ? 'select-test-location.place.full' : 'select-test-location.place.gone';
    return refuse({ place }, { place: key });
  },
});
