import { definePublicPage, show } from '../../framework/page.server.ts';
import type { LinkExpiredData } from '../../site/link-expired.types.ts';

export const page = definePublicPage<LinkExpiredData>({
  load: ({ inFlow }) => show<LinkExpiredData>({ help: inFlow?.visit.brand.links.faq ?? null }, { status: 404 }),
});
