import { definePublicPage, show } from '../../framework/page.server.ts';
import type { GalleryData } from '../../stories/gallery.types.ts';

/** Outside the test environment there is no gallery; in it, `galleryPage` takes the place of this. */
export const page = definePublicPage<GalleryData | null>({
  load: () => show(null, { status: 404, view: 'not-found' }),
});
