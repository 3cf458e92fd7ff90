import { defineBarePage, show } from '../../web/page.server.ts';
import type { GenericErrorData } from './generic-error-page.tsx';

const shape = /^[A-Z]{8}$/;

export const page = defineBarePage<GenericErrorData>({
  load: ({ path, rawQuery, href, link }) => {
    const reference = rawQuery.get('reference');
    const hasWay = 'product' in link || 'productSlug' in link || 'offer' in link || 'area' in link;
    return show<GenericErrorData>({
      reference: reference && shape.test(reference) ? reference : null,
      // The entry chooses the flow anew, so that a link with a wrong step still finds its way.
      retry: hasWay && path !== '/' ? href('/') : null,
    });
  },
});
