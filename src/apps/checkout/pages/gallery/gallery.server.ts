import { definePublicPage, show } from '../../framework/page.server.ts';
import type { GalleryData } from '../../stories/gallery.types.ts';

/** `not found` outside the test environment; in it, `galleryPage` replaces this. */
export const page = definePublicPage<GalleryData | null>({
  load: () => show(null, { status: 404, view: 'not-found' }),
});
