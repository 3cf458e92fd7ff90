import { changed, defineStepStories, type StoryRequest, refusedWith } from '../../stories/stories.contract.server.ts';
import { page } from './select-school.server.ts';

/** As after the search for a unit's city. */
function found(request: StoryRequest) {
  const [unit] = request.visit.brand.units;
  const search = unit ? { country: unit.country, region: unit.region, city: unit.city } : {};
  return page.load({ ...request, rawQuery: new URLSearchParams(search) });
}

/** The unit that was chosen before. */
async function chosen(request: StoryRequest) {
  const [unit] = request.visit.brand.units;
  return changed(await found(request), { chosen: unit?.id ?? null });
}

export const stories = defineStepStories({
  usual: (request) => page.load(request),
  found,
  chosen,
  error: async (request) => refusedWith(await found(request), { unit: '' }, { unit: 'select-school.unit.missing' }),
  none: async (request) => changed(await page.load(request), { countries: [] }),
});
