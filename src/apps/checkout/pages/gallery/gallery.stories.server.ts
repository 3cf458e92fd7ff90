import { defineStories } from '../../stories/stories.contract.server.ts';
import { show } from '../../framework/page.server.ts';
import type { GalleryData } from '../../stories/gallery.types.ts';

/** Without frames: a gallery inside a gallery would never end. */
export const stories = defineStories<GalleryData>({
  usual: ({ visit, view }) =>
    show<GalleryData>({
      brand: visit.brand.id,
      mode: view.theme.mode,
      locale: view.locale,
      page: null,
      width: 360,
      search: '',
      filters: [
        { name: 'mode', options: [view.theme.mode], chosen: view.theme.mode },
        { name: 'page', options: [''], chosen: '' },
      ],
      pictures: [],
    }),
});
