import { changed, defineStepStories, type StoryRequest, refusedWith } from '../../stories/stories.contract.server.ts';
import { page } from './select-test-location.server.ts';

/** The first city chosen; its first location is full, where there is another. */
async function chosen(request: StoryRequest) {
  const made = await page.load(request);
  if (made.kind !== 'data') return made;
  const city = made.data.locations[0]?.city ?? '';
  const isAlone = made.data.locations.filter((place) => place.city === city).length < 2;
  const locations = made.data.locations.map((place, index) =>
    index === 0 && !isAlone ? { ...place, left: 0 } : place,
  );
  return changed(made, { city, locations });
}

/** Every location of the city is full. */
async function full(request: StoryRequest) {
  const made = await chosen(request);
  if (made?.kind !== 'data') return made;
  const { city, locations } = made.data;
  return changed(made, { locations: locations.map((place) => (place.city === city ? { ...place, left: 0 } : place)) });
}

export const stories = defineStepStories({
  usual: (request) => page.load(request),
  chosen,
  error: async (request) =>
    refusedWith(await chosen(request), { place: '' }, { place: 'select-test-location.place.missing' }),
  full,
  // The last seat went while the page stood open.
  'just-full': async (request) =>
    refusedWith(await full(request), { place: '' }, { place: 'select-test-location.place.full' }),
  none: async (request) => changed(await page.load(request), { locations: [], city: '' }),
});
