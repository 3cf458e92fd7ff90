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

/** The error of the link itself, and the next address; an address that would fail again is left out. */
function wayOn({ brokenLink, href, link, path }: PublicPageRequest): Pick<GenericErrorData, 'unknown' | 'retry'> {
  if (!names.some((name) => name in link)) return { unknown: null, retry: null };
  // The entry chooses the flow again, so that a link with a wrong step still works.
  if (!brokenLink) return { unknown: null, retry: path === '/' ? null : href('/') };
  const { unknown, without, visit } = brokenLink;
  return { unknown, retry: visit && href('/', Object.fromEntries(without.map((name) => [name, null]))) };
}
