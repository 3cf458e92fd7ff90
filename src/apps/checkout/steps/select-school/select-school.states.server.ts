import { changed, defineStepStates, type GalleryRequest, refusedWith } from '../../gallery/states.contract.server.ts';
import { page } from './select-school.server.ts';

/** As after the search for a unit's city. */
function found(request: GalleryRequest) {
  const [unit] = request.visit.brand.units;
  const search = unit ? { country: unit.country, region: unit.region, city: unit.city } : {};
  return page.load({ ...request, rawQuery: new URLSearchParams(search) });
}

export const states = defineStepStates({
  usual: (request) => page.load(request),
  found,
  error: async (request) => refusedWith(await found(request), { unit: '' }, { unit: 'select-school.unit.missing' }),
  none: async (request) => changed(await page.load(request), { countries: [] }),
});
