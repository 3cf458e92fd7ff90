import { brandOf, linkOf } from '#src/branding/index.server.ts';
import { withQuery } from '#src/domain/flows/index.ts';
import { openShortLink } from '#src/domain/recovery/index.server.ts';
import { linkedPages } from '../../passes/linked-pages.ts';
import { defineBarePage, show } from '../../web/page.server.ts';
import type { ShortLinkData } from './short-link-page.tsx';

/** The one answer to every code that opens nothing (any more). */
const gone = show<ShortLinkData>({}, { status: 404 });

export const page = defineBarePage<ShortLinkData>({
  load: async ({ ctx, brands, params, givePass }) => {
    const opened = await openShortLink(ctx, params['code'] ?? '');
    const brand = opened && brandOf(brands, opened.session.brand, opened.session.variant);
    if (!opened || !brand) return gone;
    const { kind, id, secret, session } = opened;
    return {
      kind: 'redirect',
      to: withQuery(`${linkedPages[kind]}/${id}`, linkOf(session, brand)),
      cookies: [givePass(id, secret)],
      isFinal: true,
    };
  },
});
