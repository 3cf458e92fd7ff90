import { definePublicPage, show } from '../../framework/page.server.ts';
import type { GalleryData } from '../../stories/gallery.types.ts';

export const page = definePublicPage<GalleryData | null>({
  load: async ({ gallery, rawQuery }) => {
    const data = gallery && (await gallery.list(rawQuery));
    return data ? show<GalleryData | null>(data) : show(null, { status: 404, view: 'not-found' });
  },
});
