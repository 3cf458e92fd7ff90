import { changed, defineStepStates, type GalleryRequest, refusedWith } from '../../gallery/states.contract.server.ts';
import { page } from './select-test-location.server.ts';

/** The first city chosen; of its places the first one full. */
async function chosen(request: GalleryRequest) {
  const made = await page.load(request);
  if (made.kind !== 'data') return made;
  const city = made.data.places[0]?.city ?? '';
  const places = made.data.places.map((place, index) => (index === 0 ? { ...place, left: 0 } : place));
  return changed(made, { city, places });
}

export const states = defineStepStates({
  usual: (request) => page.load(request),
  chosen,
  error: async (request) =>
    refusedWith(await chosen(request), { place: '' }, { place: 'select-test-location.place.missing' }),
  none: async (request) => changed(await page.load(request), { places: [], city: '' }),
});
