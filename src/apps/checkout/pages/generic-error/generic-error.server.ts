import { definePublicPage, type PublicPageRequest, show } from '../../framework/page.server.ts';
import type { GenericErrorData } from './generic-error-page.tsx';

const shape = /^[A-Z]{8}$/;
const names = ['product', 'productSlug', 'offer', 'planId', 'area'];

export const page = definePublicPage<GenericErrorData>({
  load: (request) => {
    const reference = request.rawQuery.get('reference');
    return show<GenericErrorData>({
      reference: reference && shape.test(reference) ? reference : null,
      ...wayOn(request),
    });
  },
});

/** What is wrong with the link itself, and the way on: a link that would only fail again is not given. */
function wayOn({ brokenLink, href, link, path }: PublicPageRequest): Pick<GenericErrorData, 'unknown' | 'retry'> {
  if (!names.some((name) => name in link)) return { unknown: null, retry: null };
  // The entry chooses the flow anew, so that a link with a wrong step still finds its way.
  if (!brokenLink) return { unknown: null, retry: path === '/' ? null : href('/') };
  const { unknown, without, visit } = brokenLink;
  return { unknown, retry: visit && href('/', Object.fromEntries(without.map((name) => [name, null]))) };
}
