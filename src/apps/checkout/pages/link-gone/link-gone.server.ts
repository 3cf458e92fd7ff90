import { defineBarePage, show } from '../../web/page.server.ts';
import type { LinkGoneData } from './link-gone-page.tsx';

export const page = defineBarePage<LinkGoneData>({
  load: ({ inFlow }) => show<LinkGoneData>({ help: inFlow?.visit.brand.links.faq ?? null }, { status: 404 }),
});
