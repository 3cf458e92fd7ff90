import { changed, defineStepStates, type GalleryRequest, refusedWith } from '../../gallery/states.contract.server.ts';
import { page } from './select-test-location.server.ts';

/** The first city chosen; of its places the first one full, where there is another. */
async function chosen(request: GalleryRequest) {
  const made = await page.load(request);
  if (made.kind !== 'data') return made;
  const city = made.data.places[0]?.city ?? '';
  const isAlone = made.data.places.filter((place) => place.city === city).length < 2;
  const places = made.data.places.map((place, index) => (index === 0 && !isAlone ? { ...place, left: 0 } : place));
  return changed(made, { city, places });
}

/** Every place of the city is full. */
async function full(request: GalleryRequest) {
  const made = await chosen(request);
  if (made?.kind !== 'data') return made;
  const { city, places } = made.data;
  return changed(made, { places: places.map((place) => (place.city === city ? { ...place, left: 0 } : place)) });
}

export const states = defineStepStates({
  usual: (request) => page.load(request),
  chosen,
  error: async (request) =>
    refusedWith(await chosen(request), { place: '' }, { place: 'select-test-location.place.missing' }),
  full,
  // The last seat went while the page stood open.
  'just-full': async (request) =>
    refusedWith(await full(request), { place: '' }, { place: 'select-test-location.place.full' }),
  none: async (request) => changed(await page.load(request), { places: [], city: '' }),
});
