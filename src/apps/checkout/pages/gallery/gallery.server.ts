import { defineBarePage, show } from '../../web/page.server.ts';
import type { GalleryData } from './gallery.types.ts';

export const page = defineBarePage<GalleryData | null>({
  load: async ({ gallery, rawQuery }) => {
    const data = gallery && (await gallery.list(rawQuery));
    return data ? show<GalleryData | null>(data) : show(null, { status: 404, view: 'not-found' });
  },
});
