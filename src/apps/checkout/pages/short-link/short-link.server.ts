import { brandOf, linkOf } from '#src/branding/index.server.ts';
import { withQuery } from '#src/domain/checkout/flows/index.ts';
import { openShortLink } from '#src/domain/sales/recovery/index.server.ts';
import { linkedPaths } from '../../account/links/linked-paths.ts';
import { definePublicPage, show } from '../../framework/page.server.ts';
import type { ShortLinkData } from './short-link-page.tsx';

/** The same answer for every unknown or expired code. */
const gone = show<ShortLinkData>({}, { status: 404 });

export const page = definePublicPage<ShortLinkData>({
  load: async ({ ctx, brands, params, setMagicLinkCookie }) => {
    const opened = await openShortLink(ctx, params['code'] ?? '');
    const brand = opened && brandOf(brands, opened.session.brand, opened.session.variant);
    if (!opened || !brand) return gone;
    const { kind, id, secret, session } = opened;
    return {
      kind: 'redirect',
      to: withQuery(`${linkedPaths[kind]}/${id}`, linkOf(session, brand)),
      cookies: [setMagicLinkCookie(id, secret)],
      isFinal: true,
    };
  },
});
